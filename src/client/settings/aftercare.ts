import type { OrderFeedback, PublishFeedback } from '../../shared/aftercare/feedback.ts';
import type { AftercareSettings } from '../../shared/aftercare/settings.ts';
import { api, call } from '../api.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';

/** The calls about what happens after an order. Each may throw an ApiError. */
export interface AftercareSettingsCalls {
  read(): Promise<AftercareSettings>;
  change(settings: AftercareSettings): Promise<unknown>;
  feedback(): Promise<OrderFeedback[]>;
  publish(orderId: string, choice: PublishFeedback): Promise<unknown>;
}

const settingsCalls: AftercareSettingsCalls = {
  read: () => call(api.settings.aftercare.$get()),
  change: (json) => call(api.settings.aftercare.$put({ json })),
  feedback: () => call(api.feedback.$get()),
  publish: (id, json) => call(api.orders[':id'].feedback.published.$put({ param: { id }, json })),
};

/** What happens after an order, as the admin sets it, and what customers said. */
export interface AftercareDesk {
  readonly settings: Fetched<AftercareSettings>;
  /** The newest first. */
  readonly feedback: Fetched<OrderFeedback[]>;
  save(settings: AftercareSettings): Promise<boolean>;
  /** Puts a customer's words on the site, or takes them off. */
  publish(orderId: string, choice: PublishFeedback): Promise<boolean>;
}

/** @returns what the publishing of an order's feedback is done to: see `Work` */
export function publishing(orderId: string): string {
  return `aftercare:${orderId}`;
}

export function createAftercareDesk(
  { fetching, work, toast }: Pick<DeskBase, 'fetching' | 'work' | 'toast'>,
  calls = settingsCalls,
): AftercareDesk {
  const settings = fetching.store('settings/aftercare', () => work.watch(calls.read()));
  const feedback = fetching.store('feedback', () => work.watch(calls.feedback()));
  return {
    settings,
    feedback,
    save: (changed) =>
      work.perform({
        subject: 'aftercare-settings',
        name: 'save',
        run: async () => {
          await calls.change(changed);
          toast({ title: 'Settings Updated', description: 'What happens after an order was changed.' });
        },
        refresh: settings.refresh,
        failure: { title: 'Update Failed', message: 'Failed to update the settings' },
      }),
    publish: (orderId, choice) =>
      work.perform({
        subject: publishing(orderId),
        name: 'publish',
        run: () => calls.publish(orderId, choice),
        refresh: () => fetching.changed('feedback', `orders/${orderId}/aftercare`),
        failure: { title: 'Not Saved', message: 'Failed to change what stands on the site' },
        onConflict: () => void feedback.refresh(),
      }),
  };
}
