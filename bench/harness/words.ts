/* What customers are called and what they write, in the benchmarks. */

export const firstNames = [
  ...['Maya', 'Anna', 'Joanna', 'Beatriz', 'Chidi', 'Daniel', 'Elif', 'Farah', 'Grace', 'Hannah', 'Ingrid'],
  ...[
    'Jamal',
    'Katarina',
    'Leila',
    'Marcus',
    'Noor',
    'Olivia',
    'Priya',
    'Quentin',
    'Rosa',
    'Samuel',
    'Tamara',
  ],
  ...['Ulrike', 'Valentina', 'William', 'Xiomara', 'Yusuf', 'Zoë', 'Adaeze', 'Björn', 'Camille', 'Dmitri'],
  ...['Émilie', 'Fatima', 'Giulia', 'Hiroshi', 'Imani', 'José', 'Kofi', 'Lucía'],
];

export const lastNames = [
  ...['Lindqvist', 'Bergmann', 'Castellanos', 'Dubois', 'Eriksen', 'Fitzgerald', 'Goldberg', 'Haberland'],
  ...['Ivanova', 'Jankowski', 'Kimathi', 'Lombardi', 'Mbeki', 'Nakamura', "O'Sullivan", 'Petrov', 'Quispe'],
  ...['Rosenberg', 'Santos', 'Tanaka', 'Underwood', 'Vandenberg', 'Whitfield', 'Xu', 'Yamamoto', 'Zielinski'],
  ...['Abernathy', 'Brandt', 'Chowdhury', 'Delacroix', 'Espinoza', 'Ferrari', 'Grünwald'],
];

const questions = [
  'Should I accept the offer from the smaller company, or wait for my promotion?',
  'My contract ends in March. Do I look for the same work again, or for something else?',
  'Is it too late to study nursing at forty-six?',
  'Will my new manager and I find a way to work together?',
];

const sentences = [
  'I have worked in the same department for nine years. ',
  'In spring it was merged with another one, and since then nobody can tell me what my work will be. ',
  'My partner would move with me, but our daughter starts school in autumn. ',
  'I like the people and the work, but not the hours, and the hours are what I take home. ',
  'Twice I was promised a raise, and twice there was a reason why it had to wait. ',
  'A friend asked me to join her business; I would earn less at first. ',
  'I sleep badly before every Monday and well before every Saturday. ',
];

/** @returns one of the questions */
export function question(number: number): string {
  return questions[(number >>> 9) % questions.length] ?? '';
}

/** @returns two to six sentences */
export function background(number: number): string {
  const length = 2 + ((number >>> 11) % 5);
  const start = (number >>> 5) % sentences.length;
  return Array.from({ length }, (_, i) => sentences[(start + i) % sentences.length])
    .join('')
    .trim();
}
