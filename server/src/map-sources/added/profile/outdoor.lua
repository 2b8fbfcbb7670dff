-- What tilemaker puts into the tiles of an OpenStreetMap extract: what people who look for nature want to see on a map.
-- The layers and their classes are those of the schema `veld` (docs/maps.md).

node_keys = { "place", "natural", "amenity", "tourism", "leisure", "man_made", "railway", "waterway" }

LANGUAGES = { "en", "nl", "de", "es", "fr", "it", "pt", "pl", "af" }

function set(...)
  local found = {}
  for _, value in ipairs({ ... }) do found[value] = true end
  return found
end

-- By the value of a tag: the class of the land.
LANDUSE = {
  forest = "wood", meadow = "meadow", grass = "grass", village_green = "grass", recreation_ground = "grass", farmland = "farmland",
  orchard = "orchard", plant_nursery = "orchard", vineyard = "vineyard", allotments = "garden", cemetery = "garden", residential = "built",
  commercial = "built", industrial = "built", retail = "built", farmyard = "built", construction = "built", railway = "built",
  quarry = "rock", landfill = "rock", greenfield = "grass", salt_pond = "wetland", flowerbed = "garden",
}
NATURAL = {
  wood = "wood", scrub = "scrub", heath = "heath", moor = "heath", fell = "grass", tundra = "grass", grassland = "grass",
  wetland = "wetland", mud = "wetland", bare_rock = "rock", scree = "rock", shingle = "rock", rock = "rock", sand = "sand",
  beach = "sand", dune = "sand", glacier = "ice",
}
LEISURE = { park = "garden", garden = "garden", golf_course = "grass", pitch = "grass", common = "grass", dog_park = "grass" }

WAYS = {
  motorway = "motorway", motorway_link = "motorway", trunk = "major", trunk_link = "major", primary = "major", primary_link = "major",
  secondary = "secondary", secondary_link = "secondary", tertiary = "secondary", tertiary_link = "secondary", unclassified = "minor",
  residential = "minor", living_street = "minor", road = "minor", busway = "minor", pedestrian = "minor", service = "service",
  track = "track", path = "path", footway = "path", cycleway = "cycleway", bridleway = "bridleway", steps = "steps", via_ferrata = "path",
}
WAY_ZOOMS = {
  motorway = 7, major = 8, secondary = 10, minor = 12, service = 13, track = 12, path = 12, cycleway = 12, bridleway = 12, steps = 13,
}
RAILWAYS = set("rail", "narrow_gauge", "light_rail", "tram", "funicular", "preserved", "monorail", "subway")
LIFTS = set("cable_car", "gondola", "mixed_lift", "chair_lift")
WATERWAYS = { river = "river", canal = "canal", stream = "stream", ditch = "ditch", drain = "ditch", tidal_channel = "stream" }
PLACES = {
  city = 8, town = 8, village = 10, suburb = 12, hamlet = 12, island = 10, islet = 13, isolated_dwelling = 13, farm = 13, locality = 13,
  neighbourhood = 13, quarter = 12,
}
PROTECTED = set("protected_area", "national_park")

function init_function() end
function exit_function() end

-- The name, and those in our languages that differ from it.
function names(object)
  local name = object:Find("name")
  if name == "" then return false end
  object:Attribute("name", name)
  for _, language in ipairs(LANGUAGES) do
    local own = object:Find("name:" .. language)
    if own ~= "" and own ~= name then object:Attribute("name:" .. language, own) end
  end
  return true
end

function number(object, key, as)
  local value = tonumber((string.gsub(object:Find(key), "[^%d.-]", "")))
  if value then object:AttributeNumeric(as, value) end
end

-- From this zoom on, an area of so many square metres is wider than a few pixels.
function zoom_for(area)
  if area > 40e6 then return 7 end
  if area > 10e6 then return 8 end
  if area > 2e6 then return 9 end
  if area > 400e3 then return 10 end
  if area > 80e3 then return 11 end
  if area > 15e3 then return 12 end
  if area > 2e3 then return 13 end
  return 14
end

-- What stands at one place: a hide, a car park, a summit. `true` if it is one.
function spot(object, draw)
  local amenity, tourism, natural = object:Find("amenity"), object:Find("tourism"), object:Find("natural")
  local leisure, man_made = object:Find("leisure"), object:Find("man_made")
  local class, zoom = nil, 14
  if leisure == "bird_hide" or leisure == "wildlife_hide" or amenity == "hunting_stand" and object:Find("hide") == "yes" then class, zoom = "hide", 12
  elseif amenity == "parking" and object:Find("access") ~= "private" and object:Find("parking") ~= "street_side" then class = "parking"
  elseif tourism == "viewpoint" then class, zoom = "viewpoint", 13
  elseif man_made == "tower" and object:Find("tower:type") == "observation" then class, zoom = "tower", 13
  elseif tourism == "alpine_hut" or tourism == "wilderness_hut" then class, zoom = "hut", 12
  elseif amenity == "shelter" and object:Find("shelter_type") ~= "public_transport" then class = "hut"
  elseif tourism == "information" and object:Find("information") ~= "guidepost" then class = "information"
  elseif natural == "cave_entrance" then class, zoom = "cave", 13
  elseif natural == "spring" then class = "spring"
  elseif object:Find("waterway") == "waterfall" then class, zoom = "waterfall", 13
  elseif object:Find("railway") == "station" or object:Find("railway") == "halt" then class, zoom = "station", 12
  end
  if not class then return false end
  draw("spot")
  object:MinZoom(zoom)
  object:Attribute("class", class)
  names(object)
  return true
end

function node_function(node)
  local natural, place = node:Find("natural"), node:Find("place")
  local draw = function(layer) node:Layer(layer, false) end
  if natural == "peak" or natural == "volcano" or natural == "saddle" then
    local has_name = node:Find("name") ~= ""
    if not has_name and node:Find("ele") == "" then return end
    node:Layer("peak", false)
    local height = tonumber((string.gsub(node:Find("ele"), "[^%d.-]", ""))) or 0
    node:MinZoom(natural == "saddle" and 13 or not has_name and 13 or height > 2000 and 10 or 11)
    node:Attribute("class", natural == "saddle" and "saddle" or "peak")
    number(node, "ele", "ele")
    names(node)
    return
  end
  if place ~= "" and PLACES[place] and node:Find("name") ~= "" then
    node:Layer("place", false)
    node:MinZoom(PLACES[place])
    node:Attribute("class", place)
    number(node, "population", "people")
    names(node)
    return
  end
  spot(node, draw)
end

function relation_scan_function(relation)
  local boundary = relation:Find("boundary")
  if boundary == "administrative" then
    local level = tonumber(relation:Find("admin_level"))
    if level and level <= 4 then relation:Accept() end
  end
end

-- The lowest level of the borders that a way is part of.
function border(way)
  local level = 99
  while true do
    local relation = way:NextRelation()
    if not relation then break end
    level = math.min(level, tonumber(way:FindInRelation("admin_level")) or 99)
  end
  if level > 4 then return end
  way:Layer("border", false)
  way:MinZoom(level == 2 and 7 or 8)
  way:AttributeNumeric("level", level)
end

function named_area(way, class, area)
  if way:Find("name") == "" then return end
  way:LayerAsCentroid("area_name")
  way:Attribute("class", class)
  way:MinZoom(math.min(14, zoom_for(area) + 2))
  way:AttributeNumeric("area", math.floor(area))
  names(way)
end

function road(way, highway)
  local class = WAYS[highway]
  if not class or way:Find("area") == "yes" then return end
  if class == "service" and way:Find("service") == "parking_aisle" then return end
  if highway == "footway" and (way:Find("footway") == "sidewalk" or way:Find("footway") == "crossing") then return end
  way:Layer("way", false)
  way:MinZoom(WAY_ZOOMS[class])
  way:Attribute("class", class)
  if way:Find("tunnel") == "yes" then way:AttributeBoolean("tunnel", true) end
  if way:Find("bridge") == "yes" then way:AttributeBoolean("bridge", true) end
  if way:Find("tracktype") ~= "" then way:Attribute("grade", way:Find("tracktype")) end
  if class == "motorway" or class == "major" or class == "secondary" then
    if way:Find("ref") ~= "" then way:Attribute("ref", way:Find("ref")) end
  end
  if way:Find("name") ~= "" then
    way:Layer("way_name", false)
    way:MinZoom(math.max(12, WAY_ZOOMS[class]))
    way:Attribute("class", class)
    names(way)
  end
end

function water_area(way)
  local natural, waterway, landuse = way:Find("natural"), way:Find("waterway"), way:Find("landuse")
  if natural ~= "water" and waterway ~= "riverbank" and waterway ~= "dock" and landuse ~= "reservoir" and landuse ~= "basin" then return false end
  if way:Find("covered") == "yes" then return true end
  local area = way:Area()
  way:Layer("water", true)
  way:MinZoom(zoom_for(area * 4))
  way:Attribute("class", way:Find("water") == "river" and "river" or "lake")
  if way:Find("intermittent") == "yes" then way:AttributeBoolean("intermittent", true) end
  if way:Find("water") ~= "river" then named_area(way, "water", area) end
  return true
end

function land(way)
  local class = NATURAL[way:Find("natural")] or LANDUSE[way:Find("landuse")] or LEISURE[way:Find("leisure")]
  if not class then return end
  local area = way:Area()
  way:Layer("land", true)
  way:MinZoom(zoom_for(area))
  way:Attribute("class", class)
  -- Large areas first, so that a clearing is drawn over its wood.
  way:ZOrder(-math.floor(math.log(math.max(1, area))))
  if class == "wetland" and way:Find("wetland") ~= "" then way:Attribute("kind", way:Find("wetland")) end
  if class == "wood" or class == "wetland" or class == "heath" or class == "ice" then named_area(way, class, area) end
end

function way_function(way)
  border(way)
  local highway, railway, waterway = way:Find("highway"), way:Find("railway"), way:Find("waterway")
  local is_closed = way:IsClosed()
  if highway ~= "" and highway ~= "proposed" and highway ~= "construction" then road(way, highway) end
  if RAILWAYS[railway] and way:Find("service") == "" then
    way:Layer("way", false)
    way:MinZoom(railway == "rail" and 9 or 12)
    way:Attribute("class", "rail")
    if way:Find("tunnel") == "yes" then way:AttributeBoolean("tunnel", true) end
  end
  if LIFTS[way:Find("aerialway")] then
    way:Layer("way", false)
    way:MinZoom(12)
    way:Attribute("class", "lift")
  end
  if way:Find("route") == "ferry" then
    way:Layer("way", false)
    way:MinZoom(9)
    way:Attribute("class", "ferry")
  end
  if WATERWAYS[waterway] and way:Find("tunnel") ~= "yes" and way:Find("tunnel") ~= "culvert" then
    local class = WATERWAYS[waterway]
    way:Layer("waterway", false)
    way:MinZoom(class == "river" and 8 or class == "canal" and 10 or class == "stream" and 12 or 13)
    way:Attribute("class", class)
    if way:Find("intermittent") == "yes" then way:AttributeBoolean("intermittent", true) end
    names(way)
  end
  if way:Find("natural") == "coastline" then
    way:Layer("coast", false)
    way:MinZoom(7)
  end
  if way:Find("natural") == "cliff" then
    way:Layer("cliff", false)
    way:MinZoom(13)
  end
  if not is_closed then return end
  if PROTECTED[way:Find("boundary")] or way:Find("leisure") == "nature_reserve" then
    local area = way:Area()
    way:Layer("protected", true)
    way:MinZoom(zoom_for(area))
    way:Attribute("class", way:Find("boundary") == "national_park" and "national_park" or "reserve")
    named_area(way, "protected", area)
  end
  if way:Find("building") ~= "" and way:Find("building") ~= "no" then
    way:Layer("building", true)
    way:MinZoom(way:Area() > 400 and 13 or 14)
  end
  spot(way, function(layer) way:LayerAsCentroid(layer) end)
  if not water_area(way) then land(way) end
end
