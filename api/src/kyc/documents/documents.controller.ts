import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  type StreamableFile,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { CommandContext } from '../../ledger/writer/submission.js';
import { CommandContextParam, ForSignedIn, CurrentUser } from '../../http/access.js';
import { NeedsAdminFactor } from '../../http/fresh-factor.js';
import { HandlerRecordsAccess } from '../../http/records-access.js';
import { IdPipe } from '../../http/id.pipe.js';
import { Refuses } from '../../http/openapi/marks.js';
import type { AuthenticatedUser } from '../../http/request.js';
import {
  PageQuery,
  toStreamableFile,
  StoredObjectDto,
  UploadLinkQuery,
  UploadRequest,
  UploadUrlDto,
} from './documents.dto.js';
import { DocumentsService } from './documents.service.js';
import { ReadDocumentCommand } from './read-document.command.js';
import { ClientGone, RawBody, type UploadBody } from './upload-body.js';

/** Why an uploaded file may be refused. */
const FILE_REFUSALS = [
  'UPLOAD_LINK_INVALID',
  'CONFLICT',
  'FILE_TOO_LARGE',
  'FILE_TYPE_REFUSED',
  'FILE_REFUSED',
  'UPLOAD_QUOTA_EXCEEDED',
  'BUSY',
] as const;

const PAGE_TYPES = ['image/jpeg', 'image/png'] as const;
const FILE = { schema: { type: 'string', format: 'binary' } };

@ApiTags('objects')
@ForSignedIn()
@Controller()
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly commands: CommandBus,
  ) {}

  @Post('api/objects/upload')
  @ApiBody({ type: UploadRequest, required: false })
  @ApiCreatedResponse({ type: UploadUrlDto })
  @Refuses('FILE_TOO_LARGE', 'UPLOAD_QUOTA_EXCEEDED', 'BUSY')
  createUpload(
    @CurrentUser() user: AuthenticatedUser,
    @Body() { bytes }: UploadRequest,
  ): Promise<UploadUrlDto> {
    return this.documents.issueUpload(user.userId, bytes);
  }

  /** Ingests a file that was uploaded directly to storage. */
  @Post('api/objects/upload/:id/confirm')
  @HttpCode(200)
  @ApiOkResponse({ type: StoredObjectDto })
  @Refuses(...FILE_REFUSALS)
  confirmUpload(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
    @ClientGone() gone: AbortSignal,
  ): Promise<StoredObjectDto> {
    return this.documents.confirm(user.userId, id, gone);
  }

  /** Receives the file itself, regardless of its content type header. Its length must be announced. */
  @Put('objects/uploads/:id')
  @ApiConsumes('application/octet-stream')
  @ApiBody(FILE)
  @ApiOkResponse({ type: StoredObjectDto })
  @Header('Cache-Control', 'no-store')
  @Refuses(...FILE_REFUSALS)
  putUpload(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
    @Query() link: UploadLinkQuery,
    @RawBody() body: UploadBody,
    @ClientGone() gone: AbortSignal,
  ): Promise<StoredObjectDto> {
    return this.documents.receive(user.userId, id, link, body, gone);
  }

  /** A page of the document as a picture. For a document stored before page pictures existed, the stored file. */
  @Get('objects/:id')
  @NeedsAdminFactor()
  @HandlerRecordsAccess('identity-document')
  @ApiProduces(...PAGE_TYPES, 'image/webp', 'application/pdf')
  @ApiOkResponse(FILE)
  @Header('Cache-Control', 'no-store')
  @Header('Content-Security-Policy', "sandbox; default-src 'none'")
  @Header('Cross-Origin-Resource-Policy', 'same-origin')
  @Header('X-Content-Type-Options', 'nosniff')
  async getPage(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
    @Query() { page = 1 }: PageQuery,
    @CommandContextParam() context: CommandContext,
  ): Promise<StreamableFile> {
    return toStreamableFile(await this.commands.execute(new ReadDocumentCommand(user, id, page, context)));
  }

  /**
   * A PDF of the page pictures. Sent without `sandbox`, which would block the browser's viewer. That is safe, because
   * the PDF contains only pictures.
   */
  @Get('objects/:id/pdf')
  @NeedsAdminFactor()
  @HandlerRecordsAccess('identity-document')
  @ApiProduces('application/pdf')
  @ApiOkResponse(FILE)
  @Header('Cache-Control', 'no-store')
  @Header('Content-Security-Policy', "default-src 'none'")
  @Header('Cross-Origin-Resource-Policy', 'same-origin')
  @Header('X-Content-Type-Options', 'nosniff')
  async getPdf(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
    @CommandContextParam() context: CommandContext,
  ): Promise<StreamableFile> {
    return toStreamableFile(await this.commands.execute(new ReadDocumentCommand(user, id, 'pdf', context)));
  }
}
