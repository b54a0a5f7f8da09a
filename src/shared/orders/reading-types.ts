export const readingTypes = ['careerPath', 'jobSoon', 'progress', 'other'] as const;
export type ReadingType = (typeof readingTypes)[number];
export const defaultReadingType: ReadingType = 'careerPath';

/** docs/product.md §2, to the letter. */
export const readingTypeLabels: Record<ReadingType, string> = {
  careerPath: "I don't know what to do with my life. What career path should I pursue?",
  jobSoon: "I'm looking for a job. When will I get it?",
  progress:
    "I feel a need to change my job. What's in store for me if I change jobs and what's in store if I stay?",
  other: 'Other (enter your question)',
};

export const readingTypeNames: Record<ReadingType, string> = {
  careerPath: 'Career path',
  jobSoon: 'When a job',
  progress: 'Change or stay',
  other: 'Own question',
};
