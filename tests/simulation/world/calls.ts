/** Who is asked over the network. */
type Asked = 'Stripe' | 'the mail server';

/** What waits for a call to the outside, to happen in the middle of it. */
export interface Trap {
  to: Asked;
  /** Where in the call: before the other side has heard it, or after it was done and before the caller knows. */
  when: 'before it is heard' | 'before its answer';
  /** @param name what is asked for */
  isMeant: (name: string) => boolean;
  spring: () => void;
}

export type Calls = ReturnType<typeof createCalls>;

/** The calls that are under way to the outside, and what waits for them. */
export function createCalls() {
  const traps: Trap[] = [];
  return {
    /** Has something happen in the next call that is meant, once. */
    onNext(trap: Trap): void {
      traps.push(trap);
    },
    /** A call of a life that is not over has come so far. */
    reached(to: Asked, name: string, when: Trap['when']): void {
      const at = traps.findIndex((trap) => trap.to === to && trap.when === when && trap.isMeant(name));
      const [trap] = at < 0 ? [] : traps.splice(at, 1);
      trap?.spring();
    },
  };
}
