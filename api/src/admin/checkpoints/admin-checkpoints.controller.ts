import { Controller, Get, Param, Post, StreamableFile } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForAdmins } from '../../http/access.js';
import { Refuses } from '../../http/openapi/marks.js';
import { PositionPipe } from '../../http/position.pipe.js';
import { ShowsNobody } from '../../http/records-access.js';
import { ApiFile } from '../../http/file-response.js';
import { CheckpointDto, CheckpointsDto } from './checkpoint.dto.js';
import { checkpointFileName } from './checkpoint-archive.js';
import { CheckpointsService } from './checkpoints.service.js';

@ApiTags('admin')
@ForAdmins('events:read')
@Controller('api/admin/checkpoints')
export class AdminCheckpointsController {
  constructor(private readonly checkpoints: CheckpointsService) {}

  @Get()
  @ShowsNobody('hashes and totals')
  @ApiOkResponse({ type: CheckpointsDto })
  listCheckpoints(): Promise<CheckpointsDto> {
    return this.checkpoints.list();
  }

  @Post()
  @ForAdmins('events:verify')
  @ApiCreatedResponse({ type: CheckpointDto })
  @Refuses('CONFLICT', 'CHECKPOINTS_STOPPED')
  takeCheckpoint(): Promise<CheckpointDto> {
    return this.checkpoints.take('admin');
  }

  @Get(':position/file')
  @ShowsNobody('hashes and totals')
  @ApiFile('text/plain')
  async downloadCheckpoint(@Param('position', PositionPipe) position: number): Promise<StreamableFile> {
    const note = await this.checkpoints.note(position);
    return new StreamableFile(Buffer.from(note, 'utf8'), {
      type: 'text/plain; charset=utf-8',
      disposition: `attachment; filename="${checkpointFileName(position)}"`,
    });
  }
}
