/** What every error of the API looks like on the wire (spec/contract.md). */
export interface ErrorBody {
  error: { code: string; message: string };
}
