/** The JSON of every error of the API (docs/product.md §11). */
export interface ErrorBody {
  error: {
    code: string;
    message: string;
    /** Set when Stripe did not answer a refund, which may have been made. */
    outcome?: 'unknown';
    /** Another server's error message, without addresses; shown only to admins. */
    words?: string;
    /** A sentence for each invalid field of a form; for answers, by the question's id. */
    fields?: Record<string, string>;
  };
}

/** Carries the username the desk page was rendered for, percent-encoded: another user may have signed in since. */
export const signedInAsHeader = 'X-Signed-In-As';
