/** An offer with a question of each kind, and two add-ons. */
export const threeCards = {
  ...{
    name: 'Three cards',
    price: 35,
    days: 2,
    words: 250,
    summary: 'A short letter on one clear question.',
  },
  questions: [
    { kind: 'text', label: 'Your question in one sentence', required: true },
    { kind: 'choice', label: 'What is it about?', choices: ['A new job', 'My own shop'], required: true },
    { kind: 'date', label: 'When were you born?', required: true },
    { kind: 'number', label: 'Years in this job' },
    { kind: 'yesNo', label: 'Have you had a reading before?', required: true },
    { kind: 'longText', label: 'What would you like to change?', help: 'As much as you like.' },
  ],
  addOns: [
    { name: 'Rush', price: 20, days: 1 },
    { name: 'One more question', price: 15, asks: 'Your other question' },
  ],
};
