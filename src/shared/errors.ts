/** What every error of the API looks like on the wire (docs/product.md §11). */
export interface ErrorBody {
  error: {
    code: string;
    message: string;
    /** Nobody knows yet whether what was asked for was done. */
    outcome?: 'unknown';
    /** What somebody else's server said, with nobody's address in it; to admins alone. */
    words?: string;
  };
}
