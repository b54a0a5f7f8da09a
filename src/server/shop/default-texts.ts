import { isSpecified, lengthText, type Offer } from '../../shared/offers/offer-types.ts';
import { turnaroundText } from '../../shared/offers/quote.ts';
import { durationText, type Retention } from '../../shared/ops/retention.ts';
import { type BusinessText, specifiedHeadline } from '../../shared/shop/business-schema.ts';
import { fullRefundTerms } from '../../shared/shop/refund-promise.ts';

export type DescribedOffer = Pick<Offer, 'name' | 'days' | 'words' | 'standardQuestions'>;

export const sampleBio = `Your reader is a corporate professional and mother of two in the USA. Performance reviews, reorganizations, a job that only looked right on paper, work and family needing the same hour: she has been through all of it.

The cards help you see your work life from a new angle. You get plain language about your situation, and something you can do about it on Monday.`;

const neutralBio = `Your reader is a corporate professional and mother of two in the USA.

The cards help you see your situation from a new angle. You get plain language about it, and something you can do next.`;

/**
 * Returns a shop's default texts. @param by names who writes, such as ` by one reader`; may be empty
 * @param isOnePerson whether no other person reviews what the reader writes
 */
export function defaultTexts(
  offers: readonly DescribedOffer[],
  by: string,
  retention: Retention,
  isOnePerson = false,
): Record<BusinessText, string> {
  const isOne = offers.length === 1;
  const isAboutWork = offers.every(({ standardQuestions }) => standardQuestions);
  const sellsCareers = offers.some(({ standardQuestions }) => standardQuestions);
  const onWhat = isAboutWork ? ' on your career question' : '';
  const time = each(offers, ({ days }) => turnaroundText(days));
  const headline = isOne ? 'A personal tarot reading by email' : 'Personal tarot readings by email';
  return {
    headline: sellsCareers ? specifiedHeadline : headline,
    tagline: isOne
      ? `A personal tarot reading${onWhat}, written for you${by} and sent by email within ${time}.`
      : `Personal tarot readings${onWhat}, written for you${by} and sent by email.`,
    benefits: `## ${isOne ? capitalized(each(offers, letterLength)) : 'A personal letter'}
Written for your question. Never a template.

${isOnePerson ? '## One reader, start to finish\nYour reader draws the cards and writes every word.' : '## Reviewed before it’s sent\nWe check every reading before you get it.'}

## ${isOne ? time : 'Sent by email'}
From order to inbox. No account needed.`,
    sample: offers.some(isSpecified) ? specifiedSample : '',
    bio: sellsCareers ? sampleBio : neutralBio,
    faq: faqText(offers),
    terms: termsText(isOne, isAboutWork, time, isOnePerson),
    privacy: privacyText(retention, isOnePerson),
    refunds: refundsText,
  };
}

/** Returns one text if it is the same for all offers, else a sentence for each, the last without its period. */
function each<Of extends { name: string }>(offers: readonly Of[], say: (offer: Of) => string): string {
  const [first = '', ...others] = new Set(offers.map(say));
  return others.length === 0 ? first : offers.map((offer) => `${offer.name}: ${say(offer)}`).join('. ');
}

const letterLength = (offer: DescribedOffer) =>
  isSpecified(offer) ? 'half a page to a full page' : lengthText(offer.words);

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function faqText(offers: readonly DescribedOffer[]): string {
  const length = each(offers, letterLength);
  const isOneLength = offers.every((offer) => letterLength(offer) === length);
  const time = each(offers, ({ days }) => `up to ${days} business ${days === 1 ? 'day' : 'days'}`);
  const decks = 'works with several decks and picks the one that fits your question.';
  return `## Does tarot predict the future?
No. The cards don’t decide what will happen. A reading describes what’s at work in your situation and where it’s heading if nothing changes, so you can decide what to do.

## Does it come from God?
We don’t claim that. Tarot is a set of pictures that people have used for centuries to help them think. You don’t need to believe in anything. What the reading means to you is up to you.

${
  offers.every(isSpecified)
    ? `## Which decks do you use, and is the number of cards limited?
Your reader ${decks} There’s no limit on the number of cards. Your reader draws until the answer is clear.`
    : `## Which decks do you use?
Your reader ${decks}`
}

## How long is a reading?
${
  isOneLength
    ? `${capitalized(length)}, depending on your question.`
    : `It depends on your question. ${length}.`
}

## How long does delivery take?
${capitalized(time)}. Business days are Monday through Friday, except holidays. If you don’t get your confirmation email within 10 minutes, please check your spam or promotions folder.`;
}

function termsText(isOne: boolean, isAboutWork: boolean, time: string, isOnePerson: boolean): string {
  const delivery = isOne
    ? `We deliver your reading in ${time}.`
    : 'We deliver your reading in the time listed for it at the end of this page.';
  return `## What you order
You’re ordering one personal, written tarot reading${isAboutWork ? ' about your career question' : ''}. A reader writes it for you. ${isOnePerson ? 'We' : 'We review it, then'} email it to you. There’s no subscription and no account.

## Delivery
${delivery} Business days are Monday through Friday, except holidays. If you don’t have it by the date in your confirmation, please check your spam and promotions folders, then email us.

## Price and payment
You pay the price shown on the button, once, by card. Stripe handles the payment. We never see your card number.

## What a reading is
A reading is for guidance and entertainment purposes. It isn’t medical, legal, financial or psychological advice, and it doesn’t promise that anything will happen. Your decisions are your own.

## Refunds
Readings are non-refundable once delivered. Until then, you can ask for a refund. See our refunds page for details.

## Your responsibilities
Please give an email address that you can check. Order for yourself, or get the other person’s permission first. You must be old enough to enter into a contract where you live.`;
}

const refundsText = `${fullRefundTerms} You don’t need to give a reason.

## If it doesn’t arrive
If we don’t deliver your reading, you get a full refund.

## After it is delivered
Readings are non-refundable once delivered, because yours was written just for you. If something is wrong with it, please email us anyway. We read every message.

## How you get your refund
We refund the card you paid with. It usually takes five to ten business days to show up on your statement.`;

const specifiedSample = `## What’s in store for me if I change jobs and what’s in store if I stay?

- Four of Pentacles: If you stay
- The Chariot: If you leave
- Eight of Pentacles, reversed: What you don’t see yet
- Queen of Swords: The people around you
- The Moon: What you fear
- The Hanged Man: Where it leads

Dear Anna,

You asked what’s in store if you stay and what’s in store if you go. For staying, I drew the Four of Pentacles: someone holding on tightly to what is already theirs. It isn’t a warning. It says that your security is real, and that holding on to it takes most of your energy.

For leaving, I drew the Chariot. Two animals pull in two directions and the driver has no reins. What moves the chariot is a decision. You wrote that you’re waiting until you feel ready. This card suggests that you’ll feel ready a few weeks after the first step, not before it.

Between the two I drew a card for what you don’t see yet, and it was the Eight of Pentacles, upside down: a bench, good tools, and someone working with their back to the window. You’re good at what you do. But you wrote three times that nobody notices, and only once that you like the work. Look at that before you look at any job ads.

For the people around you, I drew the Queen of Swords. She tells the truth, kindly, and only once. I think she is the former coworker you mention, the one who left two years ago. You haven’t asked her how it went, maybe because you’d have to act on her answer. Ask her. Ask what the first few months were like, not whether she’s happy.

For your fear that a new company would find you out within a month, I drew the Moon. By moonlight, every bush looks like an animal. None of what you see is made up, and none of it is as big as it looks. You’ve finished eleven projects, by your own count. Write down what you did in three of them, in words your sister would understand.

The last card shows where all this leads if nothing changes, and it was the Hanged Man: not a punishment, but another year that looks like this one. If that thought is a relief, stay, and ask for the two things that would make you glad you did. If it makes you want to stand up, you have your answer, and you had it before you wrote to me.

One thing to do this week: on paper, set a date by which you’ll talk to one person outside your company. Not apply, just talk. For now, that’s all the Chariot asks for.`;

function privacyText(
  { endedOrderYears, neverPaidDays, draftDays, mailDays }: Retention,
  isOnePerson: boolean,
): string {
  const who = isOnePerson
    ? 'The reader who writes for you also runs this shop, and sees your name, your email address, your question, the background you gave and the messages about your order.'
    : 'The reader who writes for you sees your name, your question, the background you gave and the messages about your order, but not your email address. The person who reviews your reading before we send it sees all of this, and your email address.';
  return `## What we keep
- Your name, your email address and the name we use in your reading
- Your question, the background you give us and messages about your order
- Your reading, and the emails we sent you about it
- What you paid and when, but not your card number
- When your order page was opened
- Your email address, if you ask us to tell you when we’re back, until we’ve told you

## What we use it for
We use it to write and deliver your reading, to reply to you, and to keep the records the law requires. We don’t sell it or use it for advertising. We share it only with the services described below and, if you dispute the payment, with your bank.

## Who sees it
${who} If you order again, your reader sees what you asked before and what we sent you.

## Who helps us
Stripe handles card payments and gets your card details directly from your browser. An email service delivers our emails.

## How long we keep it
- Your order, your question and your reading: ${orderWords(endedOrderYears)}
- An unpaid order: ${durationText('neverPaidDays', neverPaidDays)}
- Your reader’s drafts: ${durationText('draftDays', draftDays)} after we deliver your reading
- Which address we emailed, and when: ${durationText('mailDays', mailDays)}, and longer only if your bank asks about the payment
- What you paid and when: for as long as the law requires us to keep records. Once the rest is deleted, they no longer include your name.

## This website
Apart from your order page, this site doesn’t count visits, and no advertiser or analytics service learns that you were here. A cookie keeps your order together while you place it. What you type into the order form is saved in your own browser, so it’s still there if you reload the page or open a new tab. It stays until you order or clear the form, for up to 7 days. What you type on your order page stays in that tab until you send it or close the tab. If you send us any form except the order form and we can’t accept it, our server keeps what you typed for an hour so you don’t have to type it again.

## Your rights
Email us if you want to know what we have about you, or want it corrected or deleted. We keep what the law requires about a payment for as long as it requires.`;
}

function orderWords(years: number): string {
  return years === 0
    ? 'until you ask us to delete them, so you can come back to them'
    : `${durationText('endedOrderYears', years)} after payment or delivery, whichever is later`;
}
