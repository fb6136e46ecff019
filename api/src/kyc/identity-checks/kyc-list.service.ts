import { Inject, Injectable, type StreamableFile } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { unseal } from '../../platform/crypto/sealed-text.js';
import { byTime, type ExportedList } from '../../http/list.js';
import { Lists } from '../../http/lists.service.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { MATCHING_USER_IDS_SQL, userPatterns } from '../../identity/users/user-summary.dto.js';
import {
  type AdminKycApplicationDto,
  KYC_COLUMNS,
  type KycApplicationPageDto,
  type KycApplicationsQuery,
  type KycApplicationRow,
  mapAdminKyc,
} from './admin-kyc.dto.js';

/** Matches the user, or the names on the application. */
const FOUND = `k.user_id = any(${MATCHING_USER_IDS_SQL})
  or search_key(k.first_name, k.last_name, k.company_name) like search_key(?)`;

const LIST: ExportedList<KycApplicationRow, KycApplicationsQuery> = {
  columns: KYC_COLUMNS,
  tables: `kyc_application k join app_user u on u.id = k.user_id left join app_user d on d.id = k.reviewed_by`,
  // Every row counts: deleting a user also deletes their applications.
  countedTables: 'kyc_application k',
  id: { by: 'k.id', type: 'uuid' },
  sorts: byTime('k.created_at'),
  filters: {
    status: 'k.status = ?',
    accountType: 'k.account_type = ?',
    search: (where, text) => {
      const patterns = userPatterns(text);
      return where.and(FOUND, ...patterns, patterns[0]);
    },
  },
  // Neither SSN nor documents: nobody records who reads an exported file (ADM-13).
  csv: {
    fileName: 'kyc-applications.csv',
    columns: {
      Submitted: (row) => row.submittedAt,
      'First name': (row) => row.firstName,
      'Last name': (row) => row.lastName,
      Company: (row) => row.companyName,
      'E-mail': ({ user }) => user.email,
      'Account type': (row) => row.accountType,
      Status: (row) => row.status,
      Replaced: (row) => (row.isReplaced ? 'yes' : ''),
      'Reviewed by': (row) => row.reviewedBy,
      Reviewed: (row) => row.reviewedAt,
      Notes: (row) => row.adminNotes,
    },
  },
};

/** KYC applications in the admin panel, as pages and as CSV (ADM-13). The SSN is masked (KYC-24). */
@Injectable()
export class KycList {
  private readonly keys: readonly Buffer[];

  constructor(
    private readonly lists: Lists,
    @Inject(CONFIG) config: Config,
  ) {
    this.keys = [config.secrets, ...config.previousSecrets].map(({ ssnEncryption }) => ssnEncryption);
  }

  async page(query: KycApplicationsQuery): Promise<KycApplicationPageDto> {
    const page = await this.lists.page(LIST, query);
    return { ...page, items: page.items.map((row) => this.present(row)) };
  }

  csv(query: KycApplicationsQuery): StreamableFile {
    return this.lists.csv(LIST, query);
  }

  /** @throws NOT_FOUND the application does not exist */
  async get(id: string): Promise<AdminKycApplicationDto> {
    return this.present(await this.lists.get(LIST, id));
  }

  private present(row: KycApplicationRow): AdminKycApplicationDto {
    return mapAdminKyc(row, unseal(row.ssnCiphertext, this.keys));
  }
}
