import type { Queryable } from '../../../db/client.ts';
import type { BusinessIdentity } from '../../shared/business.ts';
import { readIdentity } from '../business/read-business.ts';
import type { Config } from '../config/config.ts';

type Told = Pick<BusinessIdentity, 'siteName' | 'contactEmail' | 'billingDescriptor'>;

/** @returns who the business is; from the environment when the database, like that of an older version, cannot tell */
export function identityOf(config: Config, db: Queryable | null): Told {
  try {
    return db ? readIdentity({ db, config }) : config.site;
  } catch {
    return config.site;
  }
}
