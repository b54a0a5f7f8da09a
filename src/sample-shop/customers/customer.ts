import type { ReadingRequestInput } from '../../shared/checkout/checkout.ts';

/** Who came in the month, and what they wrote into the form. */
export interface Customer {
  form: ReadingRequestInput;
  /** What a letter put together from passages says of them; whoever has none has a letter of their own. */
  about?: { situation: string; hope: string; worry: string };
}

type Written = Pick<Customer, 'about'> & {
  /** As on the card. */
  name: string;
  email: string;
  /** As the reading is to call them. */
  called: string;
  asks: Exclude<ReadingRequestInput['readingType'], 'other'> | { question: string };
  background?: string;
};

export function customer({ name, email, called, asks, background = '', about }: Written): Customer {
  const question = typeof asks === 'object' ? asks.question : '';
  return {
    form: {
      readingType: typeof asks === 'object' ? 'other' : asks,
      customQuestion: question,
      customerName: name,
      customerEmail: email,
      readingAddresseeName: called,
      backgroundContext: background,
    },
    about,
  };
}
