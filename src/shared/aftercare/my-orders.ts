import { emailAddress } from '../fields.ts';
import { z } from '../zod.ts';

export const askForLinksSchema = z.object({ email: emailAddress('The email address') });

/** One mail has links to the newest orders. */
export const linksInMail = 20;
