export { countryBounds } from './countries.ts';
export { type Cell, type Direction, cellInWords, type NamedPlaceWords, placeInWords, type PlaceWords, withNames } from './words.ts';
export { formatPlace, nameIn } from './format.ts';
export { type Gazetteer, readGazetteer } from './gazetteer.ts';
export { type TileAddress, TOWNS_LAYER, TOWNS_ZOOM, townTile } from './town-tiles.ts';
export { type Feature, type Layer, TILE_EXTENT, writeTile } from './vector-tile.ts';
export { countryAt, followDisputed } from './countries.ts';
export { countryOutlines } from './countries.ts';
export { boxAround, type CoverableArea, type CoveredZooms, tilesIn } from './coverage/tiles.ts';
