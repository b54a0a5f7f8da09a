/** What the palette does to the page, as somebody with a pointer would; each waits for a part that is on its way. */
export interface PaletteActs {
  /** Presses the button of this name. */
  press(name: string): void;
  /** Brings a heading into view, and the focus to it. */
  show(heading: string): void;
  /** Brings the focus into the field of this label. */
  write(label: string): void;
  signOut(): Promise<void>;
  /** Goes to an address, or fetches the file that is there. */
  go(address: string): void;
  /** @returns the id of the order in whose row the focus is; null when it is in none */
  focusedRow(): string | null;
}
