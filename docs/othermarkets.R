# Writes sales of four other markets as flat sales files, lucas.csv, ames.csv, melbourne.csv and
# miami.csv, for gevel evaluate; the last two only where their tables lie in the directory:
#
#   Rscript othermarkets.R
#
# Lucas County (Ohio) 1993-1998: `house` of the R package spData, single-family homes, one sale
# each; its positions are metres of a state plane. A table of sales tells homes as they were when
# it was made, so sales up to the build year are left out: many are of the plot alone.
# Ames (Iowa) 2006-2010: `ames` of the R package modeldata (De Cock, Journal of Statistics
# Education 19(3), 2011), dated by the month; BsmtFin_SF_1 holds a code there, not square feet.
# Melbourne 2016-2017: melb_data.csv, the Melbourne Housing Snapshot (T. Pino, Kaggle). The surface
# of half of the homes and the build year of two in five are not known; surfaces below 20 and above
# 1 000 m2 and years before 1800 are taken for typing errors, lots of 0 for unknown ones; the 62
# sales without `Car` are left out.
# Miami-Dade 2016: miami-housing.csv, data set 43093 of OpenML (S. Bourassa), single-family homes,
# dated by the month.

m2 <- function(square_feet) as.integer(round(square_feet * 0.092903))

flat <- function(prefix, date, price, type, year, surface, parcel, rooms, lat, lon, extras) {
  id <- sprintf("%s%05d", prefix, seq_along(price))
  sales <- data.frame(
    sale_id = id, dwelling_id = "", sale_date = date, price = price, build_type = type,
    build_year = year, use_surface = surface, parcel_surface = parcel, volume = "",
    rooms = rooms, energy_label = "", monument = "", lat = round(lat, 6), lon = round(lon, 6),
    postal_code = "", street = "", extras)
  sales[order(sales$sale_date, sales$sale_id), ]
}

write_flat <- function(sales, file) write.csv(sales, file, row.names = FALSE, quote = FALSE, na = "")

lucas <- function() {
  h <- spData::house@data
  at <- spData::house@coords
  date <- as.Date(paste0("19", h$sdate), "%Y%m%d")
  middle <- c(lat = 41.65, lon = -83.58) # of the county, near enough for distances
  sales <- flat(
    "l", date, as.integer(h$price), "Vrijstaande woning", h$yrbuilt, m2(h$TLA), m2(h$lotsize), h$rooms,
    middle["lat"] + (at[, 2] - mean(at[, 2])) / 111090,
    middle["lon"] + (at[, 1] - mean(at[, 1])) / (111320 * cos(middle["lat"] * pi / 180)),
    data.frame(
      cat_stories = h$stories, cat_wall = h$wall, cat_garage = h$garage, num_beds = h$beds,
      num_baths = h$baths, num_halfbaths = h$halfbaths, num_frontage = h$frontage,
      num_depth = h$depth, num_garage = h$garagesqft))
  sales[as.integer(format(sales$sale_date, "%Y")) > sales$build_year, ]
}

ames <- function() {
  a <- as.data.frame(modeldata::ames)
  type <- c(
    OneFam = "Vrijstaande woning", TwoFmCon = "Vrijstaande woning", Duplex = "2-onder-1-kapwoning",
    Twnhs = "Tussenwoning", TwnhsE = "Hoekwoning")
  num <- c(
    "Year_Remod_Add", "Total_Bsmt_SF", "BsmtFin_SF_1", "Full_Bath", "Half_Bath", "Bsmt_Full_Bath",
    "Garage_Cars", "Garage_Area", "Wood_Deck_SF", "Open_Porch_SF", "Mas_Vnr_Area", "First_Flr_SF")
  cat <- c(
    "MS_Zoning", "Neighborhood", "House_Style", "Overall_Cond", "Exterior_1st", "Foundation",
    "Heating_QC", "Garage_Type", "Garage_Finish", "Bsmt_Exposure", "BsmtFin_Type_1", "Fireplaces",
    "Functional", "Condition_1")
  extras <- a[c(num, cat)]
  names(extras) <- tolower(c(paste0("num_", num), paste0("cat_", cat)))
  flat(
    "a", as.Date(sprintf("%d-%02d-01", a$Year_Sold, a$Mo_Sold)), a$Sale_Price,
    type[as.character(a$Bldg_Type)], a$Year_Built, m2(a$Gr_Liv_Area), m2(a$Lot_Area), a$TotRms_AbvGrd,
    a$Latitude, a$Longitude, extras)
}

unless <- function(wrong, values) ifelse(wrong, NA, round(values))

melbourne <- function(file) {
  m <- read.csv(file)
  m <- m[!is.na(m$Car), ]
  type <- c(h = "Vrijstaande woning", t = "Tussenwoning", u = "Appartement")
  flat(
    "m", as.Date(m$Date, "%d/%m/%Y"), as.integer(m$Price), type[m$Type],
    unless(m$YearBuilt < 1800, m$YearBuilt), unless(m$BuildingArea < 20 | m$BuildingArea > 1000, m$BuildingArea),
    unless(m$Landsize == 0, m$Landsize), m$Rooms, m$Lattitude, m$Longtitude,
    data.frame(
      num_distance = m$Distance, num_bathrooms = m$Bathroom, num_car = m$Car, num_bedroom2 = m$Bedroom2,
      cat_region = gsub(" ", "_", m$Regionname)))
}

miami <- function(file) {
  m <- read.csv(file)
  flat(
    "f", as.Date(sprintf("2016-%02d-01", m$month_sold)), as.integer(m$SALE_PRC), "Vrijstaande woning",
    2016 - m$age, m2(m$TOT_LVG_AREA), m2(m$LND_SQFOOT), "", m$LATITUDE, m$LONGITUDE,
    data.frame(
      num_features = m$SPEC_FEAT_VAL, num_ocean = m$OCEAN_DIST, num_water = m$WATER_DIST,
      num_highway = m$HWY_DIST, num_rail = m$RAIL_DIST, num_centre = m$CNTR_DIST,
      num_subcentre = m$SUBCNTR_DI, cat_noise = m$avno60plus, num_quality = m$structure_quality))
}

write_flat(lucas(), "lucas.csv")
write_flat(ames(), "ames.csv")
if (file.exists("melb_data.csv")) write_flat(melbourne("melb_data.csv"), "melbourne.csv")
if (file.exists("miami-housing.csv")) write_flat(miami("miami-housing.csv"), "miami.csv")
