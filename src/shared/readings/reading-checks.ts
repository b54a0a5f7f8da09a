import { counted } from '../plural.ts';
import { countWords } from '../text.ts';

/** How long a reading should be, in words (docs/product.md §9). */
export const recommendedWords = { from: 500, to: 1_000 };

/** What writers leave for later, and forget: `[name]`, `{{name}}`, `TODO`, `XXX`, `____`, lorem ipsum. */
const placeholder = /\[[^\]\n]{1,40}\]|\{\{[^}\n]{0,40}\}\}|\b(?:TODO|TBD|XXX+)\b|_{3,}|\blorem ipsum\b/i;

/**
 * Looks for what is easily overlooked before a reading is sent. None of it forbids the sending.
 *
 * @param addresseeName the name the customer asked for
 * @returns sentences for the admin; empty when nothing is conspicuous
 */
export function checkReading(content: string, addresseeName: string): string[] {
  const found: string[] = [];
  const name = addresseeName.trim();
  if (name !== '' && !content.toLowerCase().includes(name.toLowerCase())) {
    found.push(`The name ${name} does not occur in the text.`);
  }
  const words = countWords(content);
  if (words < recommendedWords.from || words > recommendedWords.to) {
    const { from, to } = recommendedWords;
    found.push(`It has ${counted(words, 'word')}; ${from} to ${to} are recommended.`);
  }
  if (/^\s*(?:dear|hello|hi)\b/i.test(content)) {
    found.push(`The mail begins with “Dear ${name},” by itself; this text greets once more.`);
  }
  const left = placeholder.exec(content)?.[0];
  if (left) found.push(`“${left}” looks like something that was to be filled in.`);
  return found;
}
