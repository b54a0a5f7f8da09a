/** What every error of the API looks like on the wire (docs/product.md §11). */
export interface ErrorBody {
  error: {
    code: string;
    message: string;
    outcome?: 'unknown';
    /** What another server said, without addresses; to admins only. */
    words?: string;
    /** A sentence for each field of a form that does not fit; of answers, by the question's id. */
    fields?: Record<string, string>;
  };
}

/** A page of the desks sends the username it was made for, percent-encoded: another person may have signed in since. */
export const signedInAsHeader = 'X-Signed-In-As';
