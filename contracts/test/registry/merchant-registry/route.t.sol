// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract RouteTest is RegistryTest {
    function test_names_payout_and_fee_of_an_active_merchant() public view {
        (address to, uint256 feeBps,) = registry.route(merchantId, address(0));
        vm.assertEq(to, payout, "payout");
        vm.assertEq(feeBps, FEE_BPS, "fee");
    }

    function testFuzz_is_empty_for_an_id_that_was_never_given_out(uint256 id) public view {
        vm.assume(id != merchantId);
        (address to, uint256 feeBps,) = registry.route(id, address(0));
        vm.assertEq(to, address(0), "payout");
        vm.assertEq(feeBps, 0, "fee");
    }

    function test_is_empty_once_the_suspension_is_over() public {
        suspend(merchantId, START + 1);
        vm.warp(START + 1);
        (address to, uint256 feeBps,) = registry.route(merchantId, address(0));
        vm.assertEq(to, address(0), "payout");
        vm.assertEq(feeBps, 0, "fee");
    }
}
