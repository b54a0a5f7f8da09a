import { type DrawnCard, deck } from '../../shared/readings/cards.ts';
import { type CustomerName, hasOwnReading } from '../customers/written-customers.ts';

const times = (count: number, position: string) => Array<string>(count).fill(position);

/** What the places of a letter put together of passages stand for. */
const usualPlaces = ['What was', 'What is', 'What is in the way', 'What lies ahead'];

/** What the places of the other letters stand for, in the words of each. */
const ownPlaces: Record<string, string[]> = {
  ana: [...times(2, 'Her column'), ...times(2, 'Your column'), ...times(2, 'The bakery'), 'Apart'],
  bo: ['First', 'Second', 'Third', ...times(2, 'What to do')],
  grace: [...times(3, 'The post'), ...times(3, 'What you want'), 'Where they meet'],
  hannah: [...times(3, 'The firm'), ...times(3, 'The foundation'), ''],
  kiri: ['First stone', 'Second stone', 'Third stone', 'Fourth stone', 'Fifth stone'],
  layla: ['Where you stand', 'North', 'East', 'South', 'West'],
  marcus: [...times(2, 'Behind you'), ...times(2, 'Where you stand'), ...times(2, 'Ahead')],
  maxi: ['Foundation', 'First wall', 'Second wall', 'Door', 'Roof'],
  misaki: ['What was', 'What was learned in between', 'What stands in the way', 'What it takes'],
  noa: ['Before either road', ...times(2, 'If you go'), ...times(2, 'If you stay'), ''],
  siobhan: [
    'Where you come from',
    'What holds you',
    'What you do not see yet',
    'What is offered',
    'The first step',
  ],
  tomasz: ['Near bank', 'First pier', 'Second pier', 'Third pier', 'Fourth pier', 'Fifth pier', 'Far bank'],
  zeynep: [...times(3, 'Upper row'), ...times(3, 'Lower row'), 'Middle'],
};

/** @returns the cards that a letter speaks of, in its sequence */
export function cardsIn(letter: string, name: CustomerName): DrawnCard[] {
  const places = (hasOwnReading(name) && ownPlaces[name]) || usualPlaces;
  const found = deck.flatMap(({ slug, name: title }) => {
    // A letter writes "the Star", and means no card with "a star".
    const match = new RegExp(`\\b${title.replace('The ', '[Tt]he ')}\\b(, reversed)?`).exec(letter);
    return match ? [{ slug, at: match.index, isReversed: match[1] !== undefined }] : [];
  });
  return found
    .sort((a, b) => a.at - b.at)
    .slice(0, places.length)
    .map(({ slug, isReversed }, index) => ({ card: slug, isReversed, position: places[index] ?? '' }));
}
