import { Inject, Injectable, type StreamableFile } from '@nestjs/common';
import { maskSsn } from '@moniker/common/ssn.js';
import type { Config } from '../../platform/config/config.js';
import { unseal } from '../../platform/crypto/sealed-text.js';
import { Lists } from '../../http/lists.service.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { documentPaths } from './document.dto.js';
import {
  type AdminKycApplicationDto,
  KYC_APPLICATIONS,
  type KycApplicationPageDto,
  type KycApplicationRow,
  type KycApplicationsQuery,
} from './kyc-applications.list.js';

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
    const page = await this.lists.page(KYC_APPLICATIONS, query);
    return { ...page, items: page.items.map((row) => this.present(row)) };
  }

  csv(query: KycApplicationsQuery): StreamableFile {
    return this.lists.csv(KYC_APPLICATIONS, query);
  }

  /** @throws NOT_FOUND the application does not exist */
  async get(id: string): Promise<AdminKycApplicationDto> {
    return this.present(await this.lists.get(KYC_APPLICATIONS, id));
  }

  private present(row: KycApplicationRow): AdminKycApplicationDto {
    const ssn = maskSsn(unseal(row.ssnCiphertext, this.keys));
    return { ...row, ssn, ...documentPaths(row.documents) };
  }
}
