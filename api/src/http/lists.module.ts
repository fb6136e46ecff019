import { Global, Module } from '@nestjs/common';
import { Lists } from './lists.service.js';

/** Paginated lists for every feature. */
@Global()
@Module({ providers: [Lists], exports: [Lists] })
export class ListsModule {}
