import { dayWords, offeredPrice } from '../../shared/checkout/offer-words.ts';

/** Has the page around the form promise another day. */
export function sayDay(day: string): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('[data-promised-day]')) {
    time.dateTime = day;
    time.textContent = dayWords(day, Date.now());
  }
}

/** The page around the form never says another price than its button, which is given in dollars and in words. */
export function sayPrice(dollars: number, text: string): void {
  for (const place of document.querySelectorAll('[data-price]'))
    place.textContent = offeredPrice(dollars, text);
  // Who pays nothing is told nothing of money.
  for (const point of document.querySelectorAll<HTMLElement>('[data-charged]')) point.hidden = dollars === 0;
}
