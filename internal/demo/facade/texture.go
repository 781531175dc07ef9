package facade

// texture is a pattern of light and dark that repeats over the picture; 128 leaves
// a colour as it is.
type texture struct {
	shades [textureSide][textureSide]uint8
}

const textureSide = 256 // pixels, a power of two

func (t *texture) at(x, y int) uint32 {
	return uint32(t.shades[y&(textureSide-1)][x&(textureSide-1)])
}

// textures are the patterns of all materials, for near and far.
type textures struct {
	brick, brickFar, tiles, thatch, rough, grass, cobbles *texture
}

func newTextures() *textures {
	return &textures{
		brick:    bricks(8, 3),
		brickFar: bricks(6, 2),
		tiles:    newTexture(tileShade),
		thatch:   newTexture(thatchShade),
		rough:    newTexture(func(x, y int) int { return 122 + int(noise(x, y, 5)%12) }),
		grass:    newTexture(func(x, y int) int { return 104 + int(noise(x, y/3, 6)%44) }),
		cobbles:  newTexture(cobbleShade),
	}
}

func newTexture(shade func(x, y int) int) *texture {
	t := &texture{}
	for y := range t.shades {
		for x := range t.shades[y] {
			t.shades[y][x] = uint8(max(0, min(255, shade(x, y))))
		}
	}
	return t
}

// bricks returns courses of bricks with lighter joints, each brick of its own
// shade, every course shifted by half a brick.
func bricks(long, high int) *texture {
	return newTexture(func(x, y int) int {
		course := y / high
		shifted := x + course%2*long/2
		shade := 114 + int(noise(shifted/long, course, 1)%26)
		if y%high == 0 || high > 2 && shifted%long == 0 {
			return 134 + shade/12
		}
		return shade
	})
}

// tileShade is that of pantiles: waves across, a shadow under each row.
func tileShade(x, y int) int {
	const wide, high = 8, 8
	wave := [wide]int{96, 112, 126, 136, 140, 136, 124, 108}[x%wide]
	if y%high == 0 {
		wave -= 34
	}
	return wave + int(noise(x/wide, y/high, 2)%14)
}

func thatchShade(x, y int) int { return 100 + int(noise(x, y/6, 3)%44) }

// cobbleShade is that of clinkers laid on edge.
func cobbleShade(x, y int) int {
	const wide, high = 8, 4
	shifted := x + y/high%2*wide/2
	if y%high == 0 || shifted%wide == 0 {
		return 98
	}
	return 116 + int(noise(shifted/wide, y/high, 4)%28)
}

// noise returns a number that depends on a cell only.
func noise(x, y int, kind uint32) uint32 {
	h := uint32(x)*0x9E3779B1 ^ uint32(y)*0x85EBCA77 ^ kind*0xC2B2AE3D
	h ^= h >> 15
	h *= 0x2C1B3C6D
	h ^= h >> 12
	h *= 0x297A2D39
	return h ^ h>>15
}
