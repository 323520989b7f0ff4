// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {LocalFiatToken} from "../../src/local/LocalFiatToken.sol";
import {Test} from "../support/Test.sol";
import {TwoRegistriesHandler} from "./support/TwoRegistriesHandler.sol";

contract TwoRegistriesInvariants is Test {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    TwoRegistriesHandler private handler;

    function setUp() external {
        handler = new TwoRegistriesHandler();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev Everything of the handler but its own `setUp`.
    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        bytes4[12] memory all = [
            TwoRegistriesHandler.payHonest.selector,
            TwoRegistriesHandler.payHostile.selector,
            TwoRegistriesHandler.payHostile.selector,
            TwoRegistriesHandler.steal.selector,
            TwoRegistriesHandler.payInLies.selector,
            TwoRegistriesHandler.changeHostile.selector,
            TwoRegistriesHandler.sweepHostile.selector,
            TwoRegistriesHandler.sweepHonest.selector,
            TwoRegistriesHandler.enrol.selector,
            TwoRegistriesHandler.chargeOne.selector,
            TwoRegistriesHandler.cancel.selector,
            TwoRegistriesHandler.wait_.selector
        ];
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector({addr: address(handler), selectors: new bytes4[](all.length)});
        for (uint256 i = 0; i < all.length; ++i) {
            targets[0].selectors[i] = all[i];
        }
    }

    /// @dev No call sends tokens here by a plain transfer, so that what is owed is exactly what is there.
    function invariant_each_registry_has_what_was_paid_through_it() public view {
        (LocalFiatToken usdc, LocalFiatToken eurc) = handler.tokens();
        for (uint256 i = 0; i < 4; ++i) {
            (uint256 owed, uint256 held) = handler.owedAndHeld(i % 2 == 0 ? usdc : eurc, i > 1);
            vm.assertEq(owed, held, "accruals and balance");
        }
        vm.assertEq(handler.honestTotal(usdc), handler.honestGross(usdc), "USDC");
        vm.assertEq(handler.honestTotal(eurc), handler.honestGross(eurc), "EURC");
    }

    /// @dev Without this the invariants could hold because nothing ever happens.
    function test_the_handler_does_what_both_registries_can() public {
        for (uint256 i = 0; i < 60; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            handler.payHonest(seed);
            handler.payHostile(seed >> 1);
            handler.steal(seed >> 2);
            handler.payInLies(seed >> 3);
            handler.enrol(seed >> 4);
            handler.wait_(seed);
            handler.chargeOne(seed >> 5);
            handler.sweepHonest(seed >> 6);
            handler.sweepHostile(seed >> 7);
            handler.cancel(seed >> 8);
            if (i % 2 == 1) handler.changeHostile(seed >> 9);
        }
        vm.assertGt(handler.honestCount(), 60, "honest payments and charges");
        vm.assertGt(handler.hostileCount(), 30, "hostile payments and charges");
        vm.assertGt(handler.refusedCount(), 60, "refusals");
        vm.assertGt(handler.sweptCount(), 20, "sweeps");
        vm.assertGt(handler.cancelledCount(), 3, "cancellations");
        invariant_each_registry_has_what_was_paid_through_it();
    }
}
