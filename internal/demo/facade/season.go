package facade

import "time"

// season decides the leaves and the ground.
type season uint8

const (
	winter season = iota
	spring
	summer
	autumn
)

func seasonOf(m time.Month) season {
	switch m {
	case time.March, time.April, time.May:
		return spring
	case time.June, time.July, time.August:
		return summer
	case time.September, time.October, time.November:
		return autumn
	}
	return winter
}

// leaves are the colours of a crown, the dark ones first.
var leaves = [...][]colour{
	winter: nil,
	spring: {{92, 128, 58}, {122, 158, 74}, {156, 186, 100}, {186, 206, 126}},
	summer: {{52, 88, 48}, {70, 110, 56}, {92, 132, 66}, {118, 154, 82}},
	autumn: {{132, 74, 34}, {170, 98, 40}, {198, 132, 50}, {214, 164, 74}},
}

// lawns are the colours of grass.
var lawns = [...]colour{winter: {116, 122, 84}, spring: {112, 154, 76}, summer: {98, 138, 68}, autumn: {126, 132, 76}}

// light is the time of day.
type light struct {
	top, horizon colour // of the sky
	tint         colour // of all colours
	strength     float64
	dark         bool // lamps are on
}

// lightAt returns the light of an hour. In winter the evening comes early.
func lightAt(s season, hour int) light {
	dusk := [...]int{winter: 16, spring: 19, summer: 21, autumn: 18}[s]
	switch {
	case hour >= dusk:
		return light{colour{52, 66, 108}, colour{236, 170, 124}, colour{40, 44, 92}, 0.34, true}
	case hour >= dusk-2:
		return light{colour{124, 156, 196}, colour{250, 218, 170}, colour{255, 190, 110}, 0.10, false}
	case hour < 10:
		return light{colour{138, 178, 214}, colour{248, 228, 210}, colour{255, 206, 190}, 0.07, false}
	case s == winter:
		return light{colour{164, 182, 200}, colour{226, 230, 232}, colour{190, 204, 220}, 0.08, false}
	}
	return light{colour{96, 152, 206}, colour{212, 230, 240}, colour{255, 250, 230}, 0.03, false}
}

// filter returns what part of red, green and blue is left of every colour, of 256.
// A filter passes through glazing and shading, so it is laid on paints, not on
// pixels.
func (l light) filter() [3]uint32 {
	part := func(v uint8) uint32 { return uint32(256 * (1 - l.strength + l.strength*float64(v)/opaque)) }
	return [3]uint32{part(l.tint.r), part(l.tint.g), part(l.tint.b)}
}
