/** The position of an order among open ones: the most urgent first, at the end those that wait for their customers. */
export interface DuePlace {
  /** Milliseconds since 1970; 0 for an order that waits, which has no due date. */
  dueAt: number;
  seq: number;
}
