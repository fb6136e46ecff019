// Prints every route of the API, one per line: `GET /api/auth/user`.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../dist/apps/app.module.js';

const app = await NestFactory.create(AppModule, { bodyParser: false, logger: ['error'] });
await app.init();
const layers = app.getHttpAdapter().getInstance().router.stack;
const routes = layers.flatMap(({ route }) =>
  route ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`) : [],
);
console.log([...new Set(routes)].sort().join('\n'));
await app.close();
