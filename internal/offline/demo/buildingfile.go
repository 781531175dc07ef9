package demo

import (
	"fmt"
	"io"
)

// The attributes of buildings as in 3DBAG, in CSV.

const buildingHead = "identificatie,status,b3_volume_lod12,b3_volume_lod13,b3_volume_lod22,b3_bouwlagen,b3_opp_scheidingsmuur," +
	"b3_kwaliteitsindicator,b3_is_glas_dak,b3_kas_warenhuis\n"

// Gaps in the file; shares of the buildings.
const (
	noRoofModel = 0.02 // only the coarser models have a volume
	noModel     = 0.01
	poorModel   = 0.02
)

// mostLayers is the most storeys that the file estimates.
const mostLayers = 5

// otherHeight is the volume per area of sheds and of buildings without homes, m3 per m2.
const otherHeight = 3.2

// addBuildings writes the buildings of a town, and returns their number.
func addBuildings(w io.Writer, t *town) (int, error) {
	volumes := map[*building]float64{}
	for _, o := range t.objects {
		volume := float64(o.home.Volume.V)
		if volume == 0 {
			volume = otherHeight * float64(o.surface)
		}
		for _, b := range o.buildings {
			volumes[b] += volume / float64(len(o.buildings))
		}
	}
	d := newDice(t.Seed, "3dbag")
	for _, b := range t.buildings {
		volume, ok := volumes[b]
		if !ok {
			volume = d.uniform(15, 60)
		}
		if _, err := io.WriteString(w, buildingRow(b, volume, d)); err != nil {
			return 0, err
		}
	}
	return len(t.buildings), nil
}

// buildingRow is the row of a building.
func buildingRow(b *building, volume float64, d dice) string {
	number := func(v float64) string { return fmt.Sprintf("%.3f", v) }
	blocks, parts, roof := number(volume*d.uniform(1.05, 1.2)), number(volume*d.uniform(1, 1.1)), number(volume)
	switch {
	case d.chance(noModel):
		blocks, parts, roof = "", "", ""
	case d.chance(noRoofModel):
		roof = ""
	}
	storeys := ""
	if b.storeys <= mostLayers {
		storeys = fmt.Sprint(max(1, b.storeys))
	}
	walls := 0.0
	for _, joined := range []bool{b.joinedL, b.joinedR} {
		if joined {
			walls += d.uniform(30, 60)
		}
	}
	return fmt.Sprintf("%s.%s,%s,%s,%s,%s,%s,%s,%t,false,false\n",
		domainBuilding, b.id, b.status, blocks, parts, roof, storeys, number(walls), !d.chance(poorModel))
}
