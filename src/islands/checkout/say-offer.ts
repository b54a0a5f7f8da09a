import { dayWords, offeredPrice } from '../../shared/checkout/offer-words.ts';

/** The page around the form says what the form does. */
export const sayings = {
  /** Has it promise another day. */
  day(day: string): void {
    for (const time of document.querySelectorAll<HTMLTimeElement>('[data-promised-day]')) {
      time.dateTime = day;
      time.textContent = dayWords(day, Date.now());
    }
  },

  /** It never says another price than the button, which is given in dollars and in words. */
  price(dollars: number, text: string): void {
    for (const place of document.querySelectorAll('[data-price]'))
      place.textContent = offeredPrice(dollars, text);
    // A free order shows no words about charges.
    for (const point of document.querySelectorAll<HTMLElement>('[data-charged]'))
      point.hidden = dollars === 0;
  },
};
