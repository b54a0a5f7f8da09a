/** How long texts may be, in characters, and how big bodies may be, in bytes (quality.md, "Limits"). */
export const limits = {
  nameCharacters: 120,
  emailCharacters: 254,
  questionCharacters: 500,
  questionMinimumCharacters: 8,
  backgroundCharacters: 5_000,
  readingCharacters: 50_000,
  notesCharacters: 10_000,
  feedbackCharacters: 5_000,
  usernameCharacters: 60,
  passwordCharacters: 256,
  passwordMinimumCharacters: 6,
  codeCharacters: 40,
  errorMessageCharacters: 500,
  searchCharacters: 100,
  bodyBytes: 64 * 1024,
  readingBodyBytes: 256 * 1024,
} as const;
