/** How long the texts of an order are, in characters: by themselves, for the checkout needs no others. */
export const orderLimits = {
  nameCharacters: 120,
  emailCharacters: 254,
  questionCharacters: 500,
  questionMinimumCharacters: 8,
  backgroundCharacters: 5_000,
} as const;

/** How long written answers to an offer's questions may be, in characters. */
export const answerLimits = { text: 200, longText: 2_000 } as const;
