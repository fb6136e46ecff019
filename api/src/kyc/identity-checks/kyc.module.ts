import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessLogModule } from '../../admin/access-log/access-log.module.js';
import { AccountRequestsModule } from '../account-requests/account-requests.module.js';
import { OutboxModule } from '../../outbox/outbox.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { UsersModule } from '../../identity/users/users.module.js';
import { AdminKycController } from './admin-kyc.controller.js';
import { ApplicationDocuments } from './application-documents.service.js';
import { DecideKycHandler } from './decide-kyc.handler.js';
import { DuplicateSsnAnswers } from './duplicate-ssn-answers.service.js';
import { KycApplicationEntity } from './kyc-application.entity.js';
import { KycDocumentEntity } from './kyc-document.entity.js';
import { KycList } from './kyc-list.service.js';
import { KycAccessLog } from './kyc-access-log.service.js';
import { KycReviewService } from './kyc-review.service.js';
import { KycController } from './kyc.controller.js';
import { KycService } from './kyc.service.js';
import { ReadSsnHandler } from './read-ssn.handler.js';
import { ReplaceDocumentHandler } from './replace-document.handler.js';
import { ResetKycHandler } from './reset-kyc.handler.js';
import { SubmitKycHandler } from './submit-kyc.handler.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([KycApplicationEntity, KycDocumentEntity]),
    AccessLogModule,
    AccountRequestsModule,
    OutboxModule,
    DocumentsModule,
    UsersModule,
  ],
  controllers: [KycController, AdminKycController],
  providers: [
    ApplicationDocuments,
    DuplicateSsnAnswers,
    KycList,
    KycAccessLog,
    KycReviewService,
    KycService,
    DecideKycHandler,
    ResetKycHandler,
    ReadSsnHandler,
    ReplaceDocumentHandler,
    SubmitKycHandler,
  ],
  exports: [KycService],
})
export class KycModule {}
