/** A browser tab, with only what every engine offers through its own protocol. */
export interface Tab {
  /** Goes to an address; does not wait for it to finish loading. */
  open(url: string): Promise<void>;
  /** @returns the value of an expression in the page, as JSON can represent it */
  evaluate<T>(expression: string): Promise<T>;
  /** Clicks a point of the window. */
  click(point: Point): Promise<void>;
  /** Types key by key into the focused element. */
  type(text: string): Promise<void>;
  /** @returns the visible part of the page as a PNG */
  takePicture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** CSS pixels from the upper left corner of the window */
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
   * Opens a tab of this size that shares nothing with other tabs.
   *
   * @param inEveryPage an expression for every page: evaluated before its own scripts if the engine can do
   *   that, otherwise on first use of the page; possibly more than once
   */
  openTab(size: Size, inEveryPage: string): Promise<Tab>;
  close(): Promise<void>;
}
