import { Module } from '@nestjs/common';
import { CONFIG } from '../../platform/config/config.token.js';
import { AbandonedObjectsService } from './abandoned-objects.service.js';
import { OBJECT_STORE } from './object-store.port.js';
import { openObjectStore } from './open-object-store.js';

export { AbandonedObjectsService };

/** Provides the object store and its cleanup, which is all the worker needs of uploads. */
@Module({
  providers: [
    {
      provide: OBJECT_STORE,
      inject: [CONFIG],
      useFactory: openObjectStore,
    },
    AbandonedObjectsService,
  ],
  exports: [OBJECT_STORE, AbandonedObjectsService],
})
export class ObjectStoreModule {}
