package facade

import (
	"bytes"
	"image/jpeg"
)

// Painter draws one picture after the other. It is for one goroutine.
type Painter struct {
	canvas   *canvas
	textures *textures
	encoded  bytes.Buffer
}

// NewPainter returns a painter with its materials at hand.
func NewPainter() *Painter {
	return &Painter{canvas: newCanvas(), textures: newTextures()}
}

// quality of the JPEG pictures, of 100.
const quality = 80

// JPEG draws a front as a JPEG picture. Equal fronts make equal bytes, which are
// the caller's.
func (p *Painter) JPEG(f Front) ([]byte, error) {
	s := &scene{
		canvas: p.canvas, textures: p.textures, Front: f,
		look: newChance(f.Look), moment: newChance(f.Moment), season: seasonOf(f.Month),
	}
	s.light = lightAt(s.season, f.Hour)
	s.tint = s.light.filter()
	s.Storeys, s.Across = max(1, f.Storeys), max(1, f.Across)
	s.draw()
	p.encoded.Reset()
	if err := jpeg.Encode(&p.encoded, p.canvas.img, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	return bytes.Clone(p.encoded.Bytes()), nil
}

// Heights of a storey, metres.
const (
	oldStorey     = 3.2
	newStorey     = 2.9
	doubleStorey  = 5.7 // of a home of two floors
	firstStorey   = 0.4 // of the ground floor over the street
	portalPerHome = 6.2 // width of a home beside an open stair
)

func (s *scene) draw() {
	switch s.Form {
	case CanalHouse:
		s.canalScene()
	case Linked:
		s.linkedScene()
	case SemiDetached:
		s.pairScene()
	case Detached:
		s.villaScene()
	case Farm:
		s.farmScene()
	case Portico:
		s.porticoScene()
	case GalleryFlat:
		s.blockScene(s.slab(7, newStorey, firstStorey), s.galleries)
	case StairwellFlat:
		s.blockScene(s.slab(7.4, newStorey, firstStorey), s.stairwells)
	case Maisonnettes:
		s.blockScene(s.slab(6, doubleStorey, firstStorey), s.maisonnetteBlock)
	case Apartments:
		s.blockScene(s.slab(8.6, newStorey, 1), s.modernBlock)
	default:
		s.terraceScene()
	}
}

// slab returns a block of the front's size, seen from anywhere before it.
func (s *scene) slab(flat, storey, plinth float64) slab {
	return slab{
		flat: flat, storey: storey, plinth: plinth, across: s.Across, storeys: s.Storeys,
		middle: s.moment.within(0, float64(s.Across)),
	}
}
