/** The frequently asked questions: on the page, and for search engines in its structured data. */
export const questions: { question: string; answer: string }[] = [
  {
    question: 'Does tarot predict the future?',
    answer:
      'No. The cards do not fix what will happen. A reading describes the forces in your situation and where they lead if nothing changes, so that you can decide what should.',
  },
  {
    question: 'Does it come from God?',
    answer:
      'We do not claim that. Tarot is a set of pictures that people have used for centuries to think with. It asks for no belief and takes none away: what the reading means to you is yours to decide.',
  },
  {
    question: 'Which decks do you use, and is the number of cards limited?',
    answer:
      'The reader works with several decks and takes the one that suits your question. The number of cards is not limited: the reader draws until the answer is clear.',
  },
  {
    question: 'How long is a reading?',
    answer: 'Half a page to a full page of written text, as long as your question needs.',
  },
  {
    question: 'How long does delivery take?',
    answer:
      'Up to 3 business days. Business days are Monday to Friday. If your confirmation has not arrived within 10 minutes, please look into your spam or promotions folder.',
  },
];
