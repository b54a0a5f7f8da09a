import { atom, onMount, type WritableAtom } from 'nanostores';
import type { Reading } from '../../shared/readings/readings.ts';
import type { DeskBase } from '../desk/desk-base.ts';

/** An approved reading whose mail is still held; `undoUntil` is in milliseconds since 1970, by this browser's clock. */
export type HeldApproval = { reading: Reading; undoUntil: number };

/** The reading that was decided on here last, or whose approval was undone: whether it is pending now. */
export type Moved = { reading: Reading; isPending: boolean } | null;

const decisions = ['approve', 'reject'];

export function createApprovals(desk: DeskBase, $moved: WritableAtom<Moved>) {
  const { api, fetching, work, toast, now } = desk;
  const $held = atom<HeldApproval[]>([]);
  const releases = new Map<string, ReturnType<typeof setTimeout>>();
  const changed = (orderId: string) => void fetching.changed(`orders/${orderId}`);

  function release({ id }: Reading): void {
    clearTimeout(releases.get(id));
    $held.set($held.get().filter(({ reading }) => reading.id !== id));
  }

  /** @param milliseconds from now, as the server counts them: this clock may be wrong */
  function hold(reading: Reading, milliseconds: number): void {
    release(reading);
    $held.set([...$held.get(), { reading, undoUntil: now() + milliseconds }]);
    const timer = setTimeout(() => release(reading), milliseconds);
    releases.set(reading.id, timer);
  }

  onMount($held, () => {
    const holdAll = (readings: Reading[]) => {
      for (const reading of readings) if (reading.undoForMs) hold(reading, reading.undoForMs);
    };
    void work.watch(api.heldReadings()).then(holdAll, () => undefined);
  });

  const undoApproval = (reading: Reading) =>
    work.perform({
      subject: `reading:${reading.id}`,
      name: 'undo',
      run: async () => {
        await api.undoApproval(reading.id);
        release(reading);
        toast({
          title: 'Approval Undone',
          description: `No email was sent. ${reading.order.orderNumber} waits for approval again.`,
        });
      },
      refresh: () => fetching.changed(`orders/${reading.orderId}`),
      show: () => $moved.set({ reading, isPending: true }),
      failure: { title: 'Undo Failed', message: 'Failed to undo the approval' },
      onConflict: () => {
        release(reading);
        changed(reading.orderId);
      },
    });

  return {
    $held,
    approve: (reading: Reading) =>
      work.perform({
        subject: `reading:${reading.id}`,
        name: 'approve',
        run: () => api.approveReading(reading.id, reading.revision),
        refresh: () => changed(reading.orderId),
        show({ undoForMs }) {
          if (undoForMs) hold(reading, undoForMs);
          $moved.set({ reading, isPending: false });
          const { orderNumber } = reading.order;
          toast({
            title: 'Reading Approved',
            description: undoForMs
              ? `${orderNumber}: email will be sent to customer in ${Math.ceil(undoForMs / 1_000)} seconds, unless you undo.`
              : `${orderNumber}: email sent to customer.`,
          });
        },
        failure: { title: 'Approval Failed', message: 'Failed to approve reading' },
      }),
    undoApproval,
    async undoLast(): Promise<boolean> {
      const last = $moved.get()?.reading.id;
      const approval = $held.get().find(({ reading }) => reading.id === last);
      const isDeciding = Object.values(work.$running.get()).some((name) => decisions.includes(name));
      if (approval && !isDeciding) return undoApproval(approval.reading);
      toast({
        title: 'Nothing to Undo',
        description: 'This undoes your own last decision, as long as it is an approval whose email waits.',
      });
      return false;
    },
  };
}
