/** A tab of a browser: as much of it as every engine offers by its own protocol. */
export interface Tab {
  /** Goes to an address; what is there may still be loading. */
  open(url: string): Promise<void>;
  /** @returns the value of an expression in the page, as JSON carries it */
  evaluate<T>(expression: string): Promise<T>;
  /** Clicks on a point of the window. */
  click(point: Point): Promise<void>;
  /** Types key by key, to wherever the focus is. */
  type(text: string): Promise<void>;
  /** @returns what can be seen, as a PNG */
  takePicture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** CSS pixels from the upper left corner of what can be seen */
export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Engine {
  /**
   * Opens a tab of this size that knows nothing of any other.
   *
   * @param inEveryPage an expression for every page: evaluated before its own scripts where the engine can do
   *   that, else with the first look at it; possibly more than once
   */
  openTab(size: Size, inEveryPage: string): Promise<Tab>;
  close(): Promise<void>;
}
