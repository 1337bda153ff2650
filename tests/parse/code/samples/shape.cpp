#include "shape.hpp"

namespace draw {

constexpr double kScale = 1.5;

template <typename T>
class Box {
public:
    static constexpr int kSides = 4;

    explicit Box(T side) : side_(side) {}

    T area() const {
        return side_ * side_;
    }

    void print() const;

private:
    T side_;
};

template <typename T>
void Box<T>::print() const {
    emit(side_);
}

Shape::~Shape() {
    close();
}

int &Shape::corners() {
    return corners_;
}

bool operator==(const Shape &a, const Shape &b) {
    return true;
}

enum class Colour { Red, Blue };

}  // namespace draw
