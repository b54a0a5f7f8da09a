import { foldText, searchWords } from '../../shared/orders/search-text.ts';
import type { Snippet } from '../../shared/readings/snippets.ts';

/** @returns finds the snippets that have every word of a search, first those that have all of them in their title */
export function createSnippetSearch(snippets: readonly Snippet[]): (search: string) => Snippet[] {
  const folded = snippets.map((snippet) => ({
    snippet,
    title: foldText(snippet.title),
    text: foldText(snippet.text),
  }));
  return (search) => {
    const words = searchWords(search);
    const found = folded.filter(({ title, text }) =>
      words.every((word) => title.includes(word) || text.includes(word)),
    );
    const isByTitle = ({ title }: { title: string }) => words.every((word) => title.includes(word));
    return [...found.filter(isByTitle), ...found.filter((one) => !isByTitle(one))].map(
      ({ snippet }) => snippet,
    );
  };
}

/** What a snippet calls the person a reading is for. */
export const namePlace = '{name}';

/** @returns a snippet's text as it enters a reading: the name at its place, other braces as they are */
export function fillSnippet(text: string, addresseeName: string): string {
  return text.replaceAll(namePlace, () => addresseeName);
}
