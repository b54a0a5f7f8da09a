import type { OrderFeedback, PublishFeedback } from '../../shared/aftercare/feedback.ts';
import type { AftercareSettings } from '../../shared/aftercare/settings.ts';
import { api, call } from '../api.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import { createSettingsForm, type SettingsForm } from '../desk/settings-form.ts';
import type { Fetched } from '../fetched.ts';

/** The calls about what happens after an order. Each may throw an ApiError. */
export interface AftercareSettingsCalls {
  read(): Promise<AftercareSettings>;
  change(changed: Partial<AftercareSettings>): Promise<AftercareSettings>;
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
  readonly form: SettingsForm<AftercareSettings>;
  /** The newest first. */
  readonly feedback: Fetched<OrderFeedback[]>;
  /** Puts a customer's words on the site, or takes them off. */
  publish(orderId: string, choice: PublishFeedback): Promise<boolean>;
}

/** @returns what the publishing of an order's feedback is done to: see `Work` */
export function publishing(orderId: string): string {
  return `aftercare:${orderId}`;
}

export function createAftercareDesk(
  base: Pick<DeskBase, 'fetching' | 'work' | 'toast'>,
  calls = settingsCalls,
): AftercareDesk {
  const feedback = base.fetching.store('feedback', () => base.work.watch(calls.feedback()));
  return {
    form: createSettingsForm(base, {
      key: 'settings/aftercare',
      read: calls.read,
      change: calls.change,
      said: () => 'What happens after an order was changed.',
    }),
    feedback,
    publish: (orderId, choice) =>
      base.work.perform({
        subject: publishing(orderId),
        name: 'publish',
        run: () => calls.publish(orderId, choice),
        refresh: () => base.fetching.changed('feedback', `orders/${orderId}/aftercare`),
        failure: { title: 'Not Saved', message: 'Failed to change what stands on the site' },
        onConflict: () => void feedback.refresh(),
      }),
  };
}
