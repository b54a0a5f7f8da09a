/** The JSON of every error of the API (docs/product.md §11). */
export interface ErrorBody {
  error: {
    code: string;
    message: string;
    outcome?: 'unknown';
    /** What another server said, without addresses; shown only to admins. */
    words?: string;
    /** A sentence for each invalid field of a form; for answers, by the question's id. */
    fields?: Record<string, string>;
  };
}

/** The username a desk page was made for, percent-encoded: another person may have signed in since. */
export const signedInAsHeader = 'X-Signed-In-As';
