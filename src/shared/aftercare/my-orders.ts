import { emailAddress } from '../fields.ts';
import { z } from '../zod.ts';

/** What the form of `/my-orders` sends. */
export const askForLinksSchema = z.object({ email: emailAddress('The email address') });

/** To how many orders one mail has links: the newest. */
export const linksInMail = 20;
