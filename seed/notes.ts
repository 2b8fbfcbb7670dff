import type { TaxonGroup } from '@veld/contract';

export type NoteLanguage = 'nl' | 'en' | 'af' | 'de';
type Notes = Partial<Record<TaxonGroup, string[]>> & { any: string[] };

/** Notes of records, by language and group. */
export const NOTES: Record<NoteLanguage, Notes> = {
  nl: {
    any: [
      'Vlak langs het pad.',
      'Tweede keer deze week op dezelfde plek.',
      'Samen met de ochtendgroep gezien.',
      'Mooi licht, na de regen.',
      'Bij het bankje, links van de brug.',
    ],
    bird: [
      'Zong uit volle borst.',
      'Kwam twee keer terug met voer.',
      'Laag over het riet naar het oosten.',
      'Eerst gehoord, daarna pas gezien.',
    ],
    plant: ['Staat hier elk jaar, nu meer dan anders.', 'Net in bloei.'],
    butterfly: ['Op de braam, vleugels dicht.', 'Zat zich op te warmen op het zand.'],
    dragonfly: ['Ei-afzettend wijfje erbij.'],
    fungus: ['Op een oude beukenstronk.'],
    mammal: ['Keek even om en liep toen verder.'],
    tree: ['Omtrek ongeveer twee meter.'],
  },
  en: {
    any: [
      'Right beside the path.',
      'Second time this week in the same spot.',
      'Seen with the morning group.',
      'Lovely light after the rain.',
      'Near the bench, left of the bridge.',
    ],
    bird: ['In full song.', 'Came back twice with food.', 'Low over the reeds, heading east.', 'Heard first, seen much later.'],
    plant: ['Here every year, more of it now.', 'Just coming into flower.'],
    butterfly: ['On bramble, wings closed.', 'Warming up on bare sand.'],
    dragonfly: ['A pair in tandem over the ditch.'],
    reptile: ['Slipped under a stone before I could get closer.'],
    mammal: ['Looked up once and walked on.'],
    fungus: ['On an old beech stump.'],
  },
  af: {
    any: [
      'Reg langs die pad.',
      'Tweede keer hierdie week op dieselfde plek.',
      'Saam met die oggendgroep gesien.',
      'Pragtige lig ná die reën.',
      'Naby die brug, aan die linkerkant.',
    ],
    bird: ['Het uit volle bors gesing.', 'Het twee keer met kos teruggekom.', 'Laag oor die riete, ooswaarts.'],
    plant: ['Pas begin blom.', 'Groei ná die brand weer mooi op.'],
    mammal: ['Het een keer opgekyk en verder geloop.', 'Trop van verskillende ouderdomme.'],
    reptile: ['Lê en bak in die son op die rots.'],
    butterfly: ['Op die bossie langs die klofpad.'],
    tree: ['Die groot een by die hek.'],
  },
  de: {
    any: [
      'Direkt am Weg.',
      'Zum zweiten Mal diese Woche an derselben Stelle.',
      'Mit der Morgengruppe gesehen.',
      'Schönes Licht nach dem Regen.',
      'Bei der Bank, links von der Brücke.',
    ],
    bird: ['Singt ausdauernd von der Spitze der Fichte.', 'Kam zweimal mit Futter zurück.', 'Niedrig über das Schilf nach Osten.'],
    plant: ['Steht hier jedes Jahr, jetzt mehr als sonst.', 'Gerade aufgeblüht.'],
    butterfly: ['Auf Brombeere, Flügel geschlossen.'],
    fungus: ['An einem alten Buchenstumpf.', 'Ein ganzer Hexenring.'],
    mammal: ['Hat kurz aufgeschaut und ist weitergezogen.'],
    lichen: ['Auf der Wetterseite der Mauer.'],
    tree: ['Stammumfang etwa zwei Meter.'],
  },
};

/** Private notes of records, by language. */
export const PRIVATE_NOTES: Record<NoteLanguage, string> = {
  nl: 'Geparkeerd bij de kerk, hek met code.',
  en: 'Parked by the church; the gate has a code.',
  af: 'By die plaashek geparkeer, vra eers die eienaar.',
  de: 'Am Friedhof geparkt, Tor nur vormittags offen.',
};
