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
import { IMAGE_TYPES } from './content-type.js';
import {
  toStreamableFile,
  StoredObjectDto,
  UploadLinkQuery,
  UploadRequest,
  UploadUrlDto,
} from './objects.dto.js';
import { ObjectsService } from './objects.service.js';
import { ReadObjectCommand } from './read-object.command.js';
import { RawBody, type ReadBody } from './raw-body.js';

/** Of a file that has arrived. */
const FILE_REFUSALS = [
  'UPLOAD_LINK_INVALID',
  'CONFLICT',
  'FILE_TOO_LARGE',
  'FILE_TYPE_REFUSED',
  'FILE_REFUSED',
  'UPLOAD_QUOTA_EXCEEDED',
] as const;

const FILE = { schema: { type: 'string', format: 'binary' } };

@ApiTags('objects')
@ForSignedIn()
@Controller()
export class ObjectsController {
  constructor(
    private readonly objects: ObjectsService,
    private readonly commands: CommandBus,
  ) {}

  @Post('api/objects/upload')
  @ApiBody({ type: UploadRequest, required: false })
  @ApiCreatedResponse({ type: UploadUrlDto })
  @Refuses('FILE_TOO_LARGE', 'UPLOAD_QUOTA_EXCEEDED')
  createUpload(
    @CurrentUser() user: AuthenticatedUser,
    @Body() { bytes }: UploadRequest,
  ): Promise<UploadUrlDto> {
    return this.objects.issueUpload(user.userId, bytes);
  }

  /** Ingests a file that was uploaded directly to the storage. */
  @Post('api/objects/upload/:id/confirm')
  @HttpCode(200)
  @ApiOkResponse({ type: StoredObjectDto })
  @Refuses(...FILE_REFUSALS)
  confirmUpload(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
  ): Promise<StoredObjectDto> {
    return this.objects.confirm(user.userId, id);
  }

  /** Receives the file itself: JPEG, PNG, WebP, GIF or PDF, regardless of its content type header. */
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
    @RawBody() read: ReadBody,
  ): Promise<StoredObjectDto> {
    return this.objects.receive(user.userId, id, link, read);
  }

  @Get('objects/:id')
  @NeedsAdminFactor()
  @HandlerRecordsAccess('identity-document')
  @ApiProduces(...IMAGE_TYPES, 'application/pdf')
  @ApiOkResponse(FILE)
  @Header('Cache-Control', 'no-store')
  @Header('Content-Security-Policy', "sandbox; default-src 'none'")
  @Header('Cross-Origin-Resource-Policy', 'same-origin')
  @Header('X-Content-Type-Options', 'nosniff')
  async getObject(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
    @CommandContextParam() context: CommandContext,
  ): Promise<StreamableFile> {
    return toStreamableFile(await this.commands.execute(new ReadObjectCommand(user, id, context)));
  }
}
