import { ask, call } from '../../lib/answers.ts';
import { type Api, callPage, fetchAllPages } from '../../lib/api.ts';
import type { PublishFeedback } from '../../shared/aftercare/feedback-schema.ts';
import type { CalendarChanges } from '../../shared/checkout/calendar-schema.ts';
import type { CurrencyChange, PublicSettings } from '../../shared/checkout/public-settings.ts';
import type { Page } from '../../shared/list-page.ts';
import type { Code, CodeInput } from '../../shared/offers/code-schema.ts';
import type { OfferChangeInput, OfferInput } from '../../shared/offers/offer-schema.ts';
import type { AuditEntry, AuditKind } from '../../shared/ops/audit-log.ts';
import type { BackupSettings, BackupState } from '../../shared/ops/backup-schema.ts';
import type { KnownRetention, PersonErased, PersonFound } from '../../shared/ops/privacy-schema.ts';
import type { Retention } from '../../shared/ops/retention.ts';
import type { Message, NewMessage } from '../../shared/orders/messages.ts';
import type { Order, orderListQuerySchema } from '../../shared/orders/order-schema.ts';
import type { OwnChange, PersonChange } from '../../shared/people/account-schema.ts';
import type { ActiveChange, NewPerson, PasswordChange } from '../../shared/people/staff.ts';
import { defaultPeriod } from '../../shared/periods.ts';
import type { DrawnCard } from '../../shared/readings/cards.ts';
import type { ReaderSettings } from '../../shared/readings/earlier-readings.ts';
import type {
  editReadingSchema,
  Reading,
  rejectReadingSchema,
  SaveDraft,
  submitReadingSchema,
} from '../../shared/readings/reading-schema.ts';
import type { Snippet, SnippetInput } from '../../shared/readings/snippet-schema.ts';
import type {
  BusinessColors,
  BusinessIdentity,
  BusinessPart,
  BusinessState,
  BusinessText,
  BusinessVersion,
} from '../../shared/shop/business-schema.ts';
import type { FirstStepNote } from '../../shared/shop/set-up-schema.ts';
import type { AftercareSettings, MailSettings, PaymentSettings } from '../../shared/shop/shop-settings.ts';
import type { TaxSettings } from '../../shared/shop/tax-schema.ts';
import type { z } from '../../shared/zod.ts';

export type OrderListRequest = Omit<z.input<typeof orderListQuerySchema>, 'limit'> & { limit?: string };
export interface OrderListPage {
  orders: Order[];
  total: number;
  isTotalAtLeast?: boolean;
  /** Set if more may follow, even after a page with few orders or none. */
  nextCursor: string | null;
}
export type AuditRequest = { search?: string; kind?: AuditKind; period?: string; cursor?: string };
export type NewReading = z.input<typeof submitReadingSchema>;
export type Rejection = z.input<typeof rejectReadingSchema>;

/** Returns the form data of a change: the picture, and all other fields as JSON. */
function accountForm({ picture, ...account }: PersonChange & OwnChange) {
  return { account: JSON.stringify(account), ...(picture && { picture }) };
}

/** Creates the desks' API calls. */
export function createStaffApi(api: Api) {
  const order = api.orders[':id'];
  const reading = api.readings[':id'];
  const person = api.staff[':id'];
  const own = api.account;
  const businessPart = api.business.parts[':id'];
  return {
    today: () => call(api.today.$get()),
    firstSteps: () => call(api['first-steps'].$get()),
    recordFirstStep: (note: FirstStepNote) => call(api['first-steps'].$put({ json: { note } })),
    async listOrders(query: OrderListRequest): Promise<OrderListPage> {
      const { rows: orders, total = null, next: nextCursor } = await callPage(api.orders.$get({ query }));
      return { orders, total: total ?? orders.length, isTotalAtLeast: total === null, nextCursor };
    },
    order: (id: string) => call(order.$get({ param: { id } })),
    deleteOrder: (id: string) => call(order.$delete({ param: { id } })),
    restoreOrder: (id: string) => call(order.restore.$put({ param: { id } })),
    assignOrder: (id: string, readerId: string | null) =>
      call(order.assignee.$put({ param: { id }, json: { readerId } })),
    assignOrders: (orderIds: string[], readerId: string | null) =>
      call(api.assignments.$put({ json: { orderIds, readerId } })),
    orderPayment: (id: string) => call(order.payment.$get({ param: { id } })),
    /** In the main unit of the order's currency; `refundedBefore` is the refunded sum shown on the screen. */
    refundOrder: (id: string, json: { amount: number; refundedBefore: number }) =>
      call(order.refund.$post({ param: { id }, json })),
    acceptPayment: (id: string) => call(order['accept-payment'].$put({ param: { id } })),
    clearPayment: (id: string) => call(order['clear-payment'].$put({ param: { id } })),
    newDay: (id: string) => call(order['new-day'].$get({ param: { id } })),
    sendNewDay: (id: string, day: string) => call(order['new-day'].$post({ param: { id }, json: { day } })),
    orderMails: (id: string) => call(order.mails.$get({ param: { id } })),
    correctAddress: (id: string, email: string) => call(order.email.$put({ param: { id }, json: { email } })),
    resendMail: (id: number) => call(api.mails[':id'].resend.$post({ param: { id: String(id) } })),
    aftercare: (id: string) => call(order.aftercare.$get({ param: { id } })),
    publishFeedback: (id: string, json: PublishFeedback) =>
      call(order.feedback.published.$put({ param: { id }, json })),
    liftWithdrawal: (id: string) => call(order.withdrawal.lift.$put({ param: { id } })),
    settleWithdrawal: (id: string, json: { refundedBefore: number }) =>
      call(order.withdrawal.settle.$put({ param: { id }, json })),
    revisions: (id: string) => fetchAllPages((query) => order.revisions.$get({ param: { id }, query })),
    previewDelivery: (id: string, content: string, cards?: DrawnCard[]) =>
      call(order['delivery-preview'].$post({ param: { id }, json: { content, cards } })),
    orderReading: (id: string) => call(order.reading.$get({ param: { id } })),
    draft: (id: string) => call(order.draft.$get({ param: { id } })),
    internalNotes: (id: string) => call(order.notes.$get({ param: { id } })),
    saveNotes: (id: string, json: { internalNotes: string; notesSeen: string }) =>
      call(order.notes.$put({ param: { id }, json })),
    saveDraft: (id: string, json: SaveDraft) => call(order.draft.$put({ param: { id }, json })),
    orderEvents: (id: string) => fetchAllPages((query) => order.events.$get({ param: { id }, query })),
    readers: () => call(api.readers.$get()),
    pendingReadings: () => fetchAllPages((query) => api.readings.pending.$get({ query })),
    submitReading: (json: NewReading): Promise<Reading> => call(api.readings.$post({ json })),
    editReading: (id: string, json: z.input<typeof editReadingSchema>) =>
      call(reading.$put({ param: { id }, json })),
    approveReading: (id: string, revision: number) =>
      call(reading.approve.$put({ param: { id }, json: { revision } })),
    heldReadings: () => call(api.readings.held.$get()),
    undoApproval: (id: string) => call(reading['undo-approval'].$put({ param: { id } })),
    rejectReading: (id: string, json: Rejection) => call(reading.reject.$put({ param: { id }, json })),
    // Not through the server clock: an answer from memory has no current time.
    settings: () => call(ask<PublicSettings>('/api/settings')),
    offers: () => call(api.offers.$get()),
    createOffer: (json: OfferInput) => call(api.offers.$post({ json })),
    changeOfferPicture: (id: string, picture: File, version: number) =>
      call(api.offers[':id'].picture.$put({ param: { id }, form: { version: String(version), picture } })),
    changeOffer: (id: string, json: OfferChangeInput) =>
      call(api.offers[':id'].$put({ param: { id }, json })),
    reorderOffers: (ids: string[]) => call(api.offers.order.$put({ json: { ids } })),
    changeCurrency: (json: CurrencyChange) => call(api.settings.currency.$put({ json })),
    changePrice: (price: number) => call(api.settings.price.$put({ json: { price } })),
    changePassword: (json: PasswordChange) => call(api.admin.password.$put({ json })),
    // Delivered orders come last: one page of them is enough.
    readerOrders: () =>
      fetchAllPages(
        (query) => api.reader.orders.$get({ query }),
        (rows) => rows.at(-1)?.status !== 'completed',
      ),
    readersOrder: (id: string) => call(api.reader.orders[':id'].$get({ param: { id } })),
    earlierReadings: (id: string) => call(api.reader.orders[':id'].earlier.$get({ param: { id } })),
    calendar: () => call(api.settings.calendar.$get()),
    changeCalendar: (json: CalendarChanges) => call(api.settings.calendar.$put({ json })),
    calendarPlaces: (country: string | null) =>
      call(api.settings.calendar.places.$get({ query: country === null ? {} : { country } })),
    readerSettings: () => call(api.settings.readers.$get()),
    paymentSettings: () => call(api.settings.payment.$get()),
    changePaymentSettings: (json: Partial<PaymentSettings>) => call(api.settings.payment.$put({ json })),
    changeReaderSettings: (json: Partial<ReaderSettings>) => call(api.settings.readers.$put({ json })),
    mailSettings: () => call(api.settings.mails.$get()),
    changeMailSettings: (json: Partial<MailSettings>) => call(api.settings.mails.$put({ json })),
    // The usual period is left out, so that its address is always the same.
    overview: (period: string) =>
      call(api.overview.$get({ query: period === defaultPeriod ? {} : { period } })),
    readerFigures: (period: string) => call(api.overview.readers.$get({ query: { period } })),
    people: () => call(api.staff.$get()),
    createPerson: (json: NewPerson) => call(api.staff.$post({ json })),
    invitePerson: (id: string) => call(person.invitation.$post({ param: { id } })),
    setPersonActive: (id: string, json: ActiveChange) => call(person.active.$put({ param: { id }, json })),
    setPersonPassword: (id: string, newPassword: string) =>
      call(person.password.$put({ param: { id }, json: { newPassword } })),
    changePerson: (id: string, change: PersonChange) =>
      call(person.$put({ param: { id }, form: accountForm(change) })),
    switchTwoFactorOff: (id: string) => call(person['two-factor'].$delete({ param: { id } })),
    endSession: (id: string, session: string) =>
      call(person.sessions[':session'].$delete({ param: { id, session } })),
    account: () => call(own.$get()),
    changeAccount: (change: OwnChange) => call(own.$put({ form: accountForm(change) })),
    changeOwnPassword: (json: PasswordChange) => call(own.password.$put({ json })),
    endOwnSession: (session: string) => call(own.sessions[':session'].$delete({ param: { session } })),
    endOtherSessions: () => call(own.sessions.$delete()),
    beginTwoFactor: (currentPassword: string) => call(own['two-factor'].$post({ json: { currentPassword } })),
    enableTwoFactor: (code: string) => call(own['two-factor'].$put({ json: { code } })),
    disableTwoFactor: (currentPassword: string) =>
      call(own['two-factor'].$delete({ json: { currentPassword } })),
    customer: (id: string) => call(order.customer.$get({ param: { id } })),
    addNote: (id: string, text: string) =>
      call(order.customer.notes.$post({ param: { id }, json: { text } })),
    messages: (id: string): Promise<Message[]> => call(order.messages.$get({ param: { id } })),
    sendMessage: (id: string, json: NewMessage): Promise<unknown> =>
      call(order.messages.$post({ param: { id }, json })),
    closeMessage: (id: string): Promise<unknown> => call(api.messages[':id'].close.$put({ param: { id } })),
    snippets: (): Promise<Snippet[]> => call(api.snippets.$get()),
    createSnippet: (json: SnippetInput): Promise<unknown> => call(api.snippets.$post({ json })),
    changeSnippet: (id: string, json: SnippetInput): Promise<unknown> =>
      call(api.snippets[':id'].$put({ param: { id }, json })),
    deleteSnippet: (id: string): Promise<unknown> => call(api.snippets[':id'].$delete({ param: { id } })),
    business: (): Promise<BusinessState> => call(api.business.$get()),
    changeIdentity: (json: BusinessIdentity & { version: number }): Promise<BusinessState> =>
      call(api.business.identity.$put({ json })),
    changeColors: (json: BusinessColors & { version: number }): Promise<BusinessState> =>
      call(api.business.colours.$put({ json })),
    changeLogo: (picture: File | null, version: number): Promise<BusinessState> =>
      call(api.business.logo.$put({ form: { version: String(version), ...(picture && { picture }) } })),
    changeText: (id: BusinessText, json: { text: string; version: number }): Promise<BusinessState> =>
      call(api.business.texts[':id'].$put({ param: { id }, json })),
    businessHistory: (id: BusinessPart): Promise<BusinessVersion[]> =>
      call(businessPart.history.$get({ param: { id } })),
    restoreBusiness: (id: BusinessPart, json: { to: number; version: number }): Promise<BusinessState> =>
      call(businessPart.restore.$put({ param: { id }, json })),
    aftercareSettings: () => call(api.settings.aftercare.$get()),
    changeAftercareSettings: (json: Partial<AftercareSettings>) =>
      call(api.settings.aftercare.$put({ json })),
    feedback: () => call(api.feedback.$get()),
    taxSettings: () => call<TaxSettings>(api.settings.tax.$get()),
    changeTaxSettings: (json: TaxSettings) => call<TaxSettings>(api.settings.tax.$put({ json })),
    codes: async () => (await call<{ codes: Code[] }>(api.codes.$get())).codes,
    createCode: (json: CodeInput) => call<Code>(api.codes.$post({ json })),
    switchCode: (id: string, isActive: boolean) =>
      call<Code>(api.codes[':id'].$put({ param: { id }, json: { isActive } })),
    backups: () => call<BackupState>(api.settings.backups.$get()),
    changeBackupSettings: (json: Partial<BackupSettings>) =>
      call<unknown>(api.settings.backups.$put({ json })),
    makeBackup: () => call<unknown>(api.settings.backups.now.$post()),
    healthReport: () => call(api['health-report'].$get()),
    retention: () => call<KnownRetention>(api.privacy.retention.$get()),
    changeRetention: (json: Partial<Retention>) => call<Retention>(api.privacy.retention.$put({ json })),
    findPerson: (address: string) => call<PersonFound>(api.privacy.find.$post({ json: { address } })),
    exportPerson: (address: string) => call<object>(api.privacy.export.$post({ json: { address } })),
    erasePerson: (address: string) =>
      call<PersonErased>(api.privacy.erase.$post({ json: { address, confirmation: 'erase' } })),
    auditEntries: (query: AuditRequest): Promise<Page<AuditEntry>> => call(api.audit.$get({ query })),
  };
}

export type StaffApi = ReturnType<typeof createStaffApi>;
