package colour

// Spaces by their primaries, for files that name a space instead of having its profile; and sRGB, to which all convert.

import (
	"errors"
	"math"
)

// Point is a colour without its lightness, in the diagram of CIE 1931.
type Point struct{ X, Y float64 }

// Primaries are the colours of a space's channels, and its white.
type Primaries struct{ Red, Green, Blue, White Point }

// D65 is the white of daylight that most spaces have.
var D65 = Point{0.3127, 0.3290}

// Published primaries.
var (
	SRGB      = Primaries{Point{0.64, 0.33}, Point{0.30, 0.60}, Point{0.15, 0.06}, D65} // and Rec. ITU-R BT.709
	AdobeRGB  = Primaries{Point{0.64, 0.33}, Point{0.21, 0.71}, Point{0.15, 0.06}, D65}
	DisplayP3 = Primaries{Point{0.680, 0.320}, Point{0.265, 0.690}, Point{0.150, 0.060}, D65}
	BT2020    = Primaries{Point{0.708, 0.292}, Point{0.170, 0.797}, Point{0.131, 0.046}, D65}
)

// AdobeGamma is the exponent of Adobe RGB (1998): 2 51/256.
const AdobeGamma = 563.0 / 256

// FromPrimaries returns the space of primaries, whose curve turns a level into linear light. Error: they span no space.
func FromPrimaries(p Primaries, curve func(level float64) float64) (*Space, error) {
	red, green, blue, white := p.Red.xyz(), p.Green.xyz(), p.Blue.xyz(), p.White.xyz()
	volume := determinant(red, green, blue)
	if !(volume > 1e-6 || volume < -1e-6) || p.White.Y <= 0 {
		return nil, errors.New("its primaries span no space")
	}
	shares := [3]float64{ // of the primaries in white, by Cramer's rule
		determinant(white, green, blue) / volume,
		determinant(red, white, blue) / volume,
		determinant(red, green, white) / volume,
	}
	adapt := toD50(white)
	return separable(func(r, g, b float64) [3]float64 {
		light := [3]float64{shares[0] * curve(r), shares[1] * curve(g), shares[2] * curve(b)}
		var sum [3]float64
		for i := range sum {
			sum[i] = light[0]*red[i] + light[1]*green[i] + light[2]*blue[i]
		}
		return adapt(sum)
	})
}

// xyz returns the point's colour with a lightness of 1; an imaginary primary may lie on the axis.
func (p Point) xyz() [3]float64 {
	y := p.Y
	if y == 0 {
		y = 1e-9
	}
	return [3]float64{p.X / y, 1, (1 - p.X - y) / y}
}

func determinant(a, b, c [3]float64) float64 {
	return a[0]*(b[1]*c[2]-b[2]*c[1]) - b[0]*(a[1]*c[2]-a[2]*c[1]) + c[0]*(a[1]*b[2]-a[2]*b[1])
}

// The cones of the eye by Bradford, and back.
var (
	bradford = matrix{
		{0.8951, 0.2664, -0.1614},
		{-0.7502, 1.7135, 0.0367},
		{0.0389, -0.0685, 1.0296},
	}
	fromBradford = matrix{
		{0.9869929, -0.1470543, 0.1599627},
		{0.4323053, 0.5183603, 0.0492912},
		{-0.0085287, 0.0400428, 0.9684867},
	}
	d50 = [3]float64{0.9642, 1, 0.8249} // the white of ICC profiles
)

// toD50 returns the adaptation of colours seen under white to D50.
func toD50(white [3]float64) func([3]float64) [3]float64 {
	from, to := bradford.times(white), bradford.times(d50)
	return func(xyz [3]float64) [3]float64 {
		cones := bradford.times(xyz)
		for i := range cones {
			cones[i] *= to[i] / from[i]
		}
		return fromBradford.times(cones)
	}
}

// Near reports whether primaries are others but for rounding.
func (p Primaries) Near(other Primaries) bool {
	near := func(a, b Point) bool { return math.Abs(a.X-b.X) < 0.002 && math.Abs(a.Y-b.Y) < 0.002 }
	return near(p.Red, other.Red) && near(p.Green, other.Green) && near(p.Blue, other.Blue) && near(p.White, other.White)
}

// matrix has the numbers of a row beside each other.
type matrix [3][3]float64

func (m *matrix) times(v [3]float64) (product [3]float64) {
	for row := range m {
		for i := range v {
			product[row] += m[row][i] * v[i]
		}
	}
	return product
}

// linearSRGB turns XYZ relative to D50 into linear sRGB: IEC 61966-2-1, adapted by Bradford.
var linearSRGB = matrix{
	{3.1338561, -1.6168667, -0.4906146},
	{-0.9787684, 1.9161415, 0.0334540},
	{0.0719453, -0.2289914, 1.4052427},
}

// fineness is how many values of linear light have their level in a table: near black a level is 1/3295 wide.
const fineness = 1 << 14

// encoded has the level of each value of linear light.
var encoded = func() (table [fineness]uint8) {
	for i := range table {
		table[i] = uint8(math.Round(encodeExactly(float64(i)/(fineness-1)) * (levels - 1)))
	}
	return table
}()

// encode returns the level of linear light, clipped to what there is.
func encode(linear float64) uint8 {
	return encoded[int(min(max(linear, 0), 1)*(fineness-1)+0.5)]
}

func encodeExactly(linear float64) float64 {
	if linear <= 0.0031308 {
		return 12.92 * linear
	}
	return 1.055*math.Pow(linear, 1/2.4) - 0.055
}

// SRGBCurve returns the linear light of a level of sRGB, and of Display P3, whose curve is the same.
func SRGBCurve(level float64) float64 {
	if level <= 0.04045 {
		return level / 12.92
	}
	return math.Pow((level+0.055)/1.055, 2.4)
}

// Power returns the curve of an exponent.
func Power(gamma float64) func(float64) float64 {
	return func(level float64) float64 { return math.Pow(level, gamma) }
}
