/** @returns the word for so many: `plural(1, 'order')` → `order`, `plural(2, 'order is', 'orders are')` → `orders are` */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

export function counted(count: number, one: string, many?: string): string {
  return `${count} ${plural(count, one, many)}`;
}
