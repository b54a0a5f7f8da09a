/** What the address of the list of orders can say of the list. */
export const viewParameters = ['q', 'sort', 'direction', 'status', 'payment', 'reader', 'show', 'placed'];

/** @returns what a query says of the list, always in the same order; what says nothing of it is left out */
export function cleanViewQuery(query: string): string {
  const asked = new URLSearchParams(query);
  const said = viewParameters.map((name) => [name, asked.get(name) ?? '']).filter(([, value]) => value);
  return new URLSearchParams(said).toString();
}
