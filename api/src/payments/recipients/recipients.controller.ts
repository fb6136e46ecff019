import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForSignedIn, CurrentUser } from '../../http/access.js';
import { IdPipe } from '../../http/id.pipe.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { RecipientDto, RenameRecipientBody } from './recipient.dto.js';
import { RecipientsService } from './recipients.service.js';

/** The recipients of a customer's transfers (TRF-80, TRF-81). Each response is the updated list. */
@ApiTags('transfers')
@ForSignedIn()
@Controller('api/recipients')
export class RecipientsController {
  constructor(private readonly recipients: RecipientsService) {}

  @Get()
  @ApiOkResponse({ type: [RecipientDto] })
  listRecipients(@CurrentUser() me: AuthenticatedUser): Promise<RecipientDto[]> {
    return this.recipients.of(me.userId);
  }

  @Put(':id')
  @ApiOkResponse({ type: [RecipientDto] })
  async renameRecipient(
    @CurrentUser() me: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
    @Body() { name }: RenameRecipientBody,
  ): Promise<RecipientDto[]> {
    await this.recipients.rename(me.userId, id, name);
    return this.recipients.of(me.userId);
  }

  @Delete(':id')
  @ApiOkResponse({ type: [RecipientDto] })
  async removeRecipient(
    @CurrentUser() me: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
  ): Promise<RecipientDto[]> {
    await this.recipients.remove(me.userId, id);
    return this.recipients.of(me.userId);
  }
}
