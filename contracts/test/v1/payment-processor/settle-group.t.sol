// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IPaymentProcessor} from "../../../src/v1/interfaces/IPaymentProcessor.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract SettleGroupTest is PaymentTest {
    function testFuzz_refuses_everyone_but_the_processor(address caller) public {
        vm.assume(caller != address(processor));
        IPaymentProcessor.Item[] memory items = list(item(order(1)));
        vm.expectRevert(IPaymentProcessor.OnlySelf.selector);
        vm.prank(caller);
        processor.settleGroup(merchantA, address(usdc), items);
    }
}
