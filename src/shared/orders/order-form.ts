export const readingTypes = ['careerPath', 'jobSoon', 'progress', 'other'] as const;
export type ReadingType = (typeof readingTypes)[number];
export const defaultReadingType: ReadingType = 'careerPath';

/** The labels of docs/product.md §2, verbatim. */
export const readingTypeLabels: Record<ReadingType, string> = {
  careerPath: "I don't know what to do with my life. What career path should I pursue?",
  jobSoon: "I'm looking for a job. When will I get it?",
  progress:
    "I feel a need to change my job. What's in store for me if I change jobs and what's in store if I stay?",
  other: 'Other (enter your question)',
};

export const readingTypeNames: Record<ReadingType, string> = {
  careerPath: 'Career path',
  jobSoon: 'Finding a job',
  progress: 'Change or stay',
  other: 'Custom question',
};

/** Limits for an order's texts, in characters. The checkout loads these limits and no others. */
export const orderLimits = {
  nameCharacters: 120,
  emailCharacters: 254,
  questionCharacters: 500,
  questionMinimumCharacters: 8,
  backgroundCharacters: 5_000,
} as const;

/** Limits for written answers to an offer's questions, in characters. */
export const answerLimits = { text: 200, longText: 2_000 } as const;
